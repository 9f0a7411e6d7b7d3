import ScamDetection
import TestSupport

/// A few rules over single words, and messages made of these words.
enum SmallRules {
    /// The rules on disk.
    static func folder() throws -> RulesFolder { try RulesFolder(files) }

    static func message(
        _ text: String, _ label: LabelledMessage.Label, _ number: Int, source: String = "a",
        isSynthetic: Bool = false
    ) -> LabelledMessage {
        LabelledMessage(
            id: "\(source)-\(number)", text: text, label: label, language: "en", source: source,
            isSynthetic: isSynthetic, cluster: "c\(source)\(number)")
    }

    /// As many messages of each text and label as the number says.
    static func messages(_ counts: [(String, LabelledMessage.Label, Int)]) -> [LabelledMessage] {
        counts.flatMap { text, label, count in Array(repeating: (text, label), count: count) }
            .enumerated().map { message($0.element.0, $0.element.1, $0.offset) }
    }

    static func rule(_ id: String, _ weight: Double, _ word: String) -> String {
        """
          - id: \(id)
            title: Says \(word)
            description: It says so.
            category: any
            weight: \(weight)   # a guess
            patterns: { en: [ "\(word)" ] }
            examples: { en: [ "\(word)", "a \(word)" ] }
            no_match: { en: [ "nothing", "none" ] }

        """
    }

    static func file(_ group: String, _ rules: String...) -> String {
        "# \(group)\nconcept: \(group)\nrules:\n" + rules.joined()
    }

    private static let files = [
        "rules/ask.yaml": file(
            "ask", rule("ask.alpha", 1, "alpha"), rule("ask.beta", 3, "beta"), rule("ask.rare", 2, "rare"),
            rule("ask.helper", 0, "helper")),
        "rules/protective.yaml": file("protective", rule("protective.calm", -1, "calm")),
        "rules/groups.yaml": "# Caps are log-odds.\n"
            + RulesFolder.groups.replacing(
                "calibration: { slope: 1.0, offset: -3.0 }",
                with: "# Platt\ncalibration: { slope: 1.0, offset: -3.0, ceiling: 0.98 }"),
    ]
}
