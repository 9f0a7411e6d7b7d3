import TextAnalysis

/// Tests every rule with its own examples.
struct RuleExamples {
    let rules: RuleSet
    let lexicon: Lexicon

    /// The number of batches that are tested side by side: enough to give all cores work until the end.
    private static let batches = 64

    /// Problems of all rules, in the rules' order: examples that fail, and patterns that no example reaches. Uses all
    /// cores.
    func problems() -> [RuleError] {
        let patterns = Self.byRule(rules.matcher.phrases + rules.replyMatcher.phrases)
        let exceptions = Self.byRule(rules.matcher.exceptions + rules.replyMatcher.exceptions)
        return Array(rules.rules.indices).slices(Self.batches).concurrentMap { batch in
            batch.flatMap { problems($0, patterns, exceptions) }
        }.flatMap(\.self)
    }

    private static func byRule(_ phrases: [PhraseMatcher.Phrase]) -> [Int: [PatternProgram]] {
        Dictionary(grouping: phrases, by: \.rule).mapValues { $0.map(\.program) }
    }

    /// Reads an example; see `ExampleScreen` for its form.
    static func analyzed(_ example: String, _ analyzer: TextAnalyzer) -> AnalyzedText {
        ExampleScreen(example).analyzed(analyzer)
    }

    private func problems(
        _ index: Int, _ patterns: [Int: [PatternProgram]], _ exceptions: [Int: [PatternProgram]]
    ) -> [RuleError] {
        let rule = rules.rules[index]
        let matching = rule.matchExamples.map { sample($0, of: rule) }
        let others = rule.noMatchExamples.map { sample($0, of: rule) }
        let programs = patterns[index] ?? []
        func applies(_ sample: Sample) -> Bool {
            guard let language = rule.language else { return true }
            let languages = sample.text.languages
            let isOpen = !languages.isCertain && rules.languages.latin.contains(language)
            return isOpen || languages.ranked.contains(language)
        }
        func holds(_ sample: Sample) -> Bool {
            guard applies(sample) else { return false }
            // A rule with patterns that no other silences depends on none.
            if !programs.isEmpty, rule.none.isEmpty {
                return programs.contains { isReached($0, of: index, by: sample) }
            }
            // Where the rule has patterns, they are in its language, so no other language is weighed against it.
            let languages = programs.isEmpty ? nil : rule.language.map { TextLanguages([$0]) }
            return RuleEvaluation(rules, lexicon: lexicon, text: sample.text, languages: languages)
                .places[index] != nil
        }
        var problems: [RuleError] = []
        for sample in matching where !holds(sample) {
            let reason: RuleError.Reason = applies(sample) ? .exampleNotMatched : .exampleInAnotherLanguage
            problems.append(rule.refused(reason, line: sample.line))
        }
        for sample in others where holds(sample) {
            problems.append(rule.refused(.exampleMatched, line: sample.line))
        }
        for (source, program) in zip(rule.condition.patterns, programs)
        where !matching.contains(where: { isReached(program, of: index, by: $0) }) {
            problems.append(rule.refused(.unreachedPattern(source.value), line: source.line))
        }
        for (source, exception) in zip(rule.condition.unless, exceptions[index] ?? [])
        where !others.contains(where: { isStopped($0, by: exception, programs) }) {
            problems.append(rule.refused(.unreachedUnless(source.value), line: source.line))
        }
        return problems
    }

    private struct Sample {
        let text: AnalyzedText
        let line: Int?
        let matcher: PhraseMatcher
        /// The texts in which the rule's patterns are looked for: the example, or the owner's answers in it.
        let parts: [(text: AnalyzedText, symbols: [Vocabulary.Symbols])]

        /// Whether the pattern matches in one of the parts, and `isEnough` is true of the match.
        func contains(
            _ program: PatternProgram,
            where isEnough: (Range<Int>, (text: AnalyzedText, symbols: [Vocabulary.Symbols])) -> Bool
        ) -> Bool {
            parts.contains { part in
                part.symbols.indices.contains { start in
                    guard let end = program.end(from: start, in: part.symbols) else {
                        return false
                    }
                    return part.text.isOneTurn(start..<end) && isEnough(start..<end, part)
                }
            }
        }
    }

    private func sample(_ example: Rule.Located<String>, of rule: Rule) -> Sample {
        let text = Self.analyzed(example.value, lexicon.analyzer).reading(rules.known)
        let matcher = rule.isAboutReplies ? rules.replyMatcher : rules.matcher
        let parts = rule.isAboutReplies ? text.screen?.replies ?? [] : [text]
        return Sample(
            text: text, line: example.line, matcher: matcher,
            parts: parts.map { ($0, matcher.symbols(of: $0)) })
    }

    /// Whether the pattern matches at a place where no exception stops it.
    private func isReached(_ program: PatternProgram, of rule: Int, by sample: Sample) -> Bool {
        sample.contains(program) { tokens, part in
            var suppression = Suppression(matcher: sample.matcher, text: part.text, symbols: part.symbols)
            return !suppression.stops(rule, tokens)
        }
    }

    private func isStopped(_ sample: Sample, by exception: PatternProgram, _ programs: [PatternProgram])
        -> Bool
    {
        programs.contains { program in
            sample.contains(program) { tokens, part in
                let stopped = Suppression.tokens(reachedBy: exception, part.text, part.symbols)
                return tokens.contains(where: stopped.contains)
            }
        }
    }
}
