import Foundation
import TextAnalysis

/// Checked and compiled rules. Making one doesn't run the rules' examples; `RuleExamples` does.
struct RuleSet: Sendable {
    let settings: ScoringSettings
    let rules: [Rule]
    let matcher: PhraseMatcher
    /// The patterns' words and the names of organisations: what disguised words are read as.
    let known: KnownWords
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
    }

    init(directory: URL, lexicon: Lexicon) throws(RuleError) {
        settings = try ScoringSettings(directory: directory)
        rules = try RuleFileReader.rules(in: directory, types: Set(settings.scamTypes))
        var matcher = PhraseMatcher()
        var known = KnownWords()
        let words = { (bytes: ArraySlice<UInt8>) -> [WordKey] in
            lexicon.analyzer.words(bytes, into: &known)
        }
        var featureRules: [(rule: Int, feature: Feature)] = []
        for (index, rule) in rules.enumerated() {
            switch rule.evidence {
            case .patterns(let patterns, let unless):
                for pattern in patterns {
                    try Self.locating(pattern, of: rule) { text throws(PatternError) in
                        try matcher.add(PatternParser.parse(text, words: words), rule: index)
                    }
                }
                for pattern in unless {
                    try Self.locating(pattern, of: rule) { text throws(PatternError) in
                        try matcher.addException(PatternParser.parse(text, words: words), rule: index)
                    }
                }
            case .feature(let feature):
                featureRules.append((index, feature))
            case .composite:
                break
            }
        }
        matcher.seal()
        lexicon.organisations.addNames(to: &known)
        self.known = known
        self.matcher = matcher
        self.featureRules = featureRules
        composites = try CompositeOrder.sorted(rules)
        languages = LanguageSet(rules.compactMap(\.language))
    }

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
