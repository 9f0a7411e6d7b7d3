import ScamDetection
import TestSupport

extension RulesFolder {
    func detector() throws(RuleError) -> ScamDetector {
        try ScamDetector(rules: rules, lexicon: lexicon, languages: ShippedLanguages.all)
    }

    func adviceBook() throws(RuleError) -> AdviceBook { try AdviceBook(directory: lexicon) }

    /// A detector over one rule file.
    /// - Parameter rules: indented YAML below `rules:`.
    static func detector(_ rules: String) throws -> ScamDetector {
        try RulesFolder(["rules/one.yaml": "concept: one\nrules:\n\(rules)"])
            .detector()
    }
}
