import BundledResources
import ScamDetection
import TestSupport
import Testing
import TextAnalysis

/// The shipped rules, loaded once.
enum ShippedRules {
    static let detector: Result<ScamDetector, RuleError> = Result { () throws(RuleError) in
        try ScamDetector(
            rules: BundledResources.rules, lexicon: BundledResources.lexicon,
            languages: ShippedLanguages.all, checksExamples: false)
    }

    /// One example of one rule.
    struct Example: Sendable, CustomTestStringConvertible {
        var rule: String
        var language: Language?
        var matches: Bool
        var text: String
        var testDescription: String { "\(rule) \(matches ? "match" : "no match"): \(text)" }
    }

    /// All examples; empty if the rules don't load, which another test reports.
    static let examples: [Example] = {
        guard let rules = try? detector.get().rules else { return [] }
        return rules.flatMap { rule in
            rule.matchExamples.map {
                Example(rule: rule.id, language: rule.language, matches: true, text: $0.value)
            }
                + rule.noMatchExamples.map {
                    Example(rule: rule.id, language: rule.language, matches: false, text: $0.value)
                }
        }
    }()

    /// Lines that no rule may find fault with. What protective rules must not match are scams that show what calms.
    static let harmless = examples.filter { !$0.matches && !$0.rule.hasPrefix("protective.") }
}
