import Dispatch
import Synchronization
import TextAnalysis

/// Holds every rule to its own examples.
struct RuleExamples {
    let rules: RuleSet
    let lexicon: Lexicon

    /// Rules that one thread takes at a time.
    private static let batch = 16

    /// Every example that fails and every pattern that no example reaches, rule by rule. Uses all cores.
    func problems() -> [RuleError] {
        let found = Mutex<[(rule: Int, problems: [RuleError])]>([])
        let patterns = Dictionary(grouping: rules.matcher.phrases, by: \.rule).mapValues { $0.map(\.program) }
        let exceptions = Dictionary(grouping: rules.matcher.exceptions, by: \.rule).mapValues {
            $0.map(\.program)
        }
        let batches = (rules.rules.count + Self.batch - 1) / Self.batch
        DispatchQueue.concurrentPerform(iterations: batches) { batch in
            let start = batch * Self.batch
            for rule in start..<min(rules.rules.count, start + Self.batch) {
                let problems = problems(rule, patterns, exceptions)
                if !problems.isEmpty { found.withLock { $0.append((rule, problems)) } }
            }
        }
        return found.withLock { $0.sorted { $0.rule < $1.rule }.flatMap(\.problems) }
    }

    /// `[code PAYLOAD]` in a line stands for a code on the picture; the rest is text.
    static func analyzed(_ example: String, _ analyzer: TextAnalyzer) -> AnalyzedText {
        guard example.utf8.contains(UInt8(ascii: "[")) else { return analyzer.analyze(example) }
        var text = ""
        var codes: [Transcript.Code] = []
        var rest = example[...]
        while let open = rest.firstRange(of: "[code "),
            let close = rest[open.upperBound...].firstIndex(of: "]")
        {
            text += rest[..<open.lowerBound]
            let payload = String(rest[open.upperBound..<close])
            codes.append(
                Transcript.Code(
                    symbology: .qr, payload: payload, box: Box(x: 0, y: 0, width: 1, height: 1)))
            rest = rest[rest.index(after: close)...]
        }
        return analyzer.analyze(text + rest, codes: codes)
    }

    private func problems(
        _ index: Int, _ patterns: [Int: [PatternProgram]], _ exceptions: [Int: [PatternProgram]]
    ) -> [RuleError] {
        let rule = rules.rules[index]
        let matching = rule.matchExamples.map {
            Sample(text: Self.analyzed($0.value, lexicon.analyzer).reading(rules.known), line: $0.line, rules.matcher)
        }
        let others = rule.noMatchExamples.map {
            Sample(text: Self.analyzed($0.value, lexicon.analyzer).reading(rules.known), line: $0.line, rules.matcher)
        }
        let programs = patterns[index] ?? []
        func applies(_ sample: Sample) -> Bool {
            LanguageCoverage(of: sample.text.languages, by: rules.languages).includes(rule.language)
        }
        func holds(_ sample: Sample) -> Bool {
            guard applies(sample) else { return false }
            // Patterns depend on nothing else.
            if !programs.isEmpty { return programs.contains { isReached($0, of: index, by: sample) } }
            return RuleEvaluation(rules, lexicon: lexicon, text: sample.text).places[index] != nil
        }
        var problems: [RuleError] = []
        for sample in matching where !holds(sample) {
            let reason: RuleError.Reason = applies(sample) ? .exampleNotMatched : .exampleInAnotherLanguage
            problems.append(rule.refused(reason, line: sample.line))
        }
        for sample in others where holds(sample) {
            problems.append(rule.refused(.exampleMatched, line: sample.line))
        }
        guard case .patterns(let sources, let unless) = rule.evidence else { return problems }
        for (source, program) in zip(sources, programs)
        where !matching.contains(where: { isReached(program, of: index, by: $0) }) {
            problems.append(rule.refused(.unreachedPattern(source.value), line: source.line))
        }
        for (source, exception) in zip(unless, exceptions[index] ?? [])
        where !others.contains(where: { isStopped($0, by: exception, programs) }) {
            problems.append(rule.refused(.unreachedUnless(source.value), line: source.line))
        }
        return problems
    }

    private struct Sample {
        let text: AnalyzedText
        let line: Int?
        let symbols: [Vocabulary.Symbols]

        init(text: AnalyzedText, line: Int?, _ matcher: PhraseMatcher) {
            self.text = text
            self.line = line
            symbols = matcher.symbols(of: text)
        }

        func contains(_ program: PatternProgram, where isEnough: (Range<Int>) -> Bool) -> Bool {
            symbols.indices.contains { start in
                program.end(from: start, symbols, in: text).map { isEnough(start..<$0) } ?? false
            }
        }
    }

    /// Whether a pattern of a rule matches a text where no exception stops it.
    private func isReached(_ program: PatternProgram, of rule: Int, by sample: Sample) -> Bool {
        var suppression = Suppression(matcher: rules.matcher, text: sample.text, symbols: sample.symbols)
        return sample.contains(program) { !suppression.stops(rule, $0) }
    }

    /// Whether an exception stops a match of one of the patterns.
    private func isStopped(_ sample: Sample, by exception: PatternProgram, _ programs: [PatternProgram])
        -> Bool
    {
        let stopped = Suppression.sentences(exception, sample.text, sample.symbols)
        return !stopped.isEmpty
            && programs.contains { program in
                sample.contains(program) {
                    Suppression.sentences(of: $0, in: sample.text).contains(where: stopped.contains)
                }
            }
    }
}
