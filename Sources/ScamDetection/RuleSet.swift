import Foundation
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

    init(directory: URL, analyzer: TextAnalyzer) throws(RuleError) {
        let settings = try ScoringSettings(directory: directory)
        let rules = try RuleFileReader.rules(in: directory, types: Set(settings.scamTypes))
        try self.init(settings: settings, rules: rules, analyzer: analyzer)
    }

    /// Disguised names aren't read before `addNames(of:)`.
    init(settings: ScoringSettings, rules: [Rule], analyzer: TextAnalyzer) throws(RuleError) {
        self.settings = settings
        self.rules = rules
        var matcher = PhraseMatcher()
        var patternWords = PatternWords(analyzer)
        let words = { (text: ArraySlice<UInt8>) -> [WordKey] in patternWords.words(text) }
        var replyMatcher = PhraseMatcher()
        var featureRules: [(rule: Int, feature: Feature)] = []
        for (index, rule) in rules.enumerated() {
            switch rule.evidence {
            case .patterns(let patterns, let unless):
                for pattern in patterns {
                    try Self.locating(pattern, of: rule) { text throws(PatternError) in
                        let syntax = try PatternParser.parse(text, words: words)
                        if rule.isAboutReplies {
                            try replyMatcher.add(syntax, rule: index)
                        } else {
                            try matcher.add(syntax, rule: index)
                        }
                    }
                }
                for pattern in unless {
                    try Self.locating(pattern, of: rule) { text throws(PatternError) in
                        let syntax = try PatternParser.parse(text, words: words)
                        if rule.isAboutReplies {
                            try replyMatcher.addException(syntax, rule: index)
                        } else {
                            try matcher.addException(syntax, rule: index)
                        }
                    }
                }
            case .feature(let feature):
                featureRules.append((index, feature))
            case .composite:
                break
            }
        }
        matcher.seal()
        known = patternWords.known
        self.matcher = matcher
        replyMatcher.seal()
        self.replyMatcher = replyMatcher
        self.featureRules = featureRules
        composites = try CompositeOrder.sorted(rules)
        languages = LanguageSet(rules.compactMap(\.language))
    }

    /// The patterns' own words come first where names look like them.
    mutating func addNames(of organisations: Organisations) { organisations.addNames(to: &known) }

    private static func locating(
        _ pattern: Rule.Located<String>, of rule: Rule, _ body: (String) throws(PatternError) -> Void
    ) throws(RuleError) {
        do {
            try body(pattern.value)
        } catch {
            throw rule.refused(.pattern(error), line: pattern.line)
        }
    }
}
