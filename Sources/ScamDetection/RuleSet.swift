import TextAnalysis

/// Checked and compiled rules. Making one doesn't run the rules' examples; `RuleExamples` does.
struct RuleSet: Sendable {
    let settings: ScoringSettings
    let rules: [Rule]
    let matcher: PhraseMatcher
    /// The patterns' words and the names of organisations: what disguised words are read as.
    private(set) var known: KnownWords
    /// Of the rules about what the picture's owner wrote.
    let replyMatcher: PhraseMatcher
    /// Rules by feature, for those that name one.
    let featureRules: [(rule: Int, feature: Feature)]
    /// Every composite after those it refers to.
    let composites: [Composite]
    /// Languages that there are rules for.
    let languages: LanguageSet

    struct Composite: Sendable {
        var rule: Int
        var all: [Int]
        var any: [Int]
        var none: [Int]
        var later: [Int]
    }

    /// Disguised names aren't read before `add(names:)`.
    init(_ source: RuleSource, analyzer: TextAnalyzer) throws(RuleError) {
        settings = source.settings
        rules = source.rules
        let patterns = try CompiledPatterns(rules, analyzer)
        matcher = patterns.matcher
        replyMatcher = patterns.replyMatcher
        known = patterns.known
        featureRules = rules.enumerated().compactMap { index, rule in
            if case .feature(let feature) = rule.evidence { (index, feature) } else { nil }
        }
        composites = try CompositeOrder.sorted(rules)
        languages = LanguageSet(rules.compactMap(\.language))
    }

    /// The patterns' own words come first where names look like them.
    mutating func add(names: KnownWords) { known.merge(names) }
}
