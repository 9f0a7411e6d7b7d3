import Foundation
import TextAnalysis

/// Checked and compiled rules. Making one doesn't run the rules' examples; `RuleExamples` does.
struct RuleSet: Sendable {
    let settings: ScoringSettings
    let rules: [Rule]
    let matcher: PhraseMatcher
    /// Of the rules about what the picture's owner wrote.
    let replyMatcher: PhraseMatcher
    /// Rules by feature, for those that name one.
    let featureRules: [(rule: Int, feature: Feature)]
    /// Every composite after those it refers to.
    let composites: [Composite]

    struct Composite: Sendable {
        var rule: Int
        var all: [Int]
        var any: [Int]
        var none: [Int]
        var later: [Int]
    }

    init(directory: URL, words: (String) -> [WordKey]) throws(RuleError) {
        settings = try ScoringSettings(directory: directory)
        rules = try RuleFileReader.rules(in: directory, types: Set(settings.scamTypes))
        var matcher = PhraseMatcher()
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
        self.matcher = matcher
        replyMatcher.seal()
        self.replyMatcher = replyMatcher
        self.featureRules = featureRules
        composites = try CompositeOrder.sorted(rules)
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
