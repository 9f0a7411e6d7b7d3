import TextAnalysis

/// The patterns of a rule set, compiled on all cores: they are cut into words and parsed first, and made into
/// programs once each word has its number.
struct CompiledPatterns {
    /// The number of batches that are compiled side by side. Each batch collects its words anew: more batches repeat more work,
    /// fewer leave cores idle.
    private static let batches = 8

    private(set) var matcher: PhraseMatcher
    /// The patterns of rules that look at the owner's answers (`in: replies`).
    private(set) var replyMatcher: PhraseMatcher
    private(set) var known = KnownWords()

    /// - Parameter wordings: a wording's index is its number from here on.
    init(
        _ wordings: [RuleSet.Wording], of rules: [Rule], _ analyzer: TextAnalyzer
    ) throws(RuleError) {
        var batches: [Batch] = []
        for outcome in wordings.slices(Self.batches).concurrentMap({ wordings in
            Result { () throws(RuleError) in try Batch(wordings, of: rules, analyzer) }
        }) {
            batches.append(try outcome.get())
        }
        let words = batches.map(\.words)
        // Their looks take as long as making the programs, which don't need them.
        let collecting = BackgroundWork { () throws(Never) in KnownWords(words) }
        defer { known = collecting.value() }
        var vocabulary = Vocabulary()
        for words in words { vocabulary.add(words) }
        let numbered = vocabulary
        matcher = PhraseMatcher(vocabulary: numbered)
        replyMatcher = PhraseMatcher(vocabulary: numbered)
        for outcome in batches.concurrentMap({ batch in
            Result { () throws(RuleError) in try batch.programs(numbered, rules) }
        }) {
            for (pattern, compiled) in try outcome.get() {
                if rules[pattern.rule].isAboutReplies {
                    replyMatcher.add(compiled, wording: pattern.wording, as: pattern.role)
                } else {
                    matcher.add(compiled, wording: pattern.wording, as: pattern.role)
                }
            }
        }
        matcher.seal()
        replyMatcher.seal()
    }
}

private struct Batch: Sendable {
    struct Pattern: Sendable {
        var wording: Int
        var rule: Int
        var role: PhraseMatcher.Role
        var line: Int?
        var syntax: PatternSyntax
    }

    private(set) var words: PatternWords
    private var patterns: [Pattern] = []

    init(
        _ wordings: ArraySlice<RuleSet.Wording>, of rules: [Rule], _ analyzer: TextAnalyzer
    ) throws(RuleError) {
        words = PatternWords(analyzer)
        for (index, wording) in zip(wordings.indices, wordings) {
            let source = rules[wording.rule].condition.wordings[wording.number]
            for (role, sources) in [
                (PhraseMatcher.Role.sign, source.patterns), (.exception, source.unless),
            ] {
                for source in sources {
                    do {
                        patterns.append(
                            Pattern(
                                wording: index, rule: wording.rule, role: role, line: source.line,
                                syntax: try PatternParser.parse(source.value, words: &words)))
                    } catch {
                        throw rules[wording.rule].refused(.pattern(error), line: source.line)
                    }
                }
            }
        }
    }

    func programs(
        _ vocabulary: Vocabulary, _ rules: [Rule]
    ) throws(RuleError) -> [(pattern: Pattern, (program: PatternProgram, outline: PatternOutline))] {
        var programs: [(pattern: Pattern, (program: PatternProgram, outline: PatternOutline))] = []
        programs.reserveCapacity(patterns.count)
        for pattern in patterns {
            do {
                programs.append((pattern, try PatternCompiler.compiled(pattern.syntax, vocabulary)))
            } catch {
                throw rules[pattern.rule].refused(.pattern(error), line: pattern.line)
            }
        }
        return programs
    }
}
