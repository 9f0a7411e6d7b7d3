import ScamDetection
import TestSupport

extension RulesFolder {
    func detector() throws(RuleError) -> ScamDetector {
        try ScamDetector(rules: rules, lexicon: lexicon, languages: ShippedLanguages.all)
    }

    func adviceBook() throws(RuleError) -> AdviceBook { try AdviceBook(directory: lexicon) }

    /// A detector over one rule file.
    /// - Parameter rules: indented YAML below `rules:`.
    static func detector(group: String = "ask", _ rules: String) throws -> ScamDetector {
        try RulesFolder(["rules/en/\(group).yaml": "group: \(group)\nlanguage: en\nrules:\n\(rules)"])
            .detector()
    }
}
