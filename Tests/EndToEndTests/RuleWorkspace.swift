import FoundationEssentials
import TestSupport

/// A folder with a rule for one word and a small lexicon. A test changes the files while a server uses them.
final class RuleWorkspace: Sendable {
    private let folder: RulesFolder

    /// - Parameter word: the only word that the rules hold to be a scam.
    init(version: String, word: String) throws {
        folder = try RulesFolder(Self.files(version: version, word: word))
    }

    var arguments: [String] { ["--rules", folder.rules.path, "--lexicon", folder.lexicon.path] }

    func write(version: String, word: String) throws {
        try folder.writeAll(Self.files(version: version, word: word))
    }

    /// - Parameter name: path of the file, relative to the folder.
    func write(_ text: String, to name: String) throws { try folder.write(name, text) }

    private static func files(version: String, word: String) -> [String: String] {
        [
            "rules/groups.yaml": RulesFolder.groups.replacing("1.2.3", with: version).replacing(
                "offset: 0.0 }", with: "offset: 0.0, ceiling: 0.98 }"
            ).replacing("high: 0.95", with: "high: 0.9"),
            "rules/ask.yaml": """
            concept: ask
            rules:
              - id: ask.word
                title: Says it
                description: It says so.
                category: delivery
                weight: 6
                patterns: { en: [ "\(word)" ] }
                examples: { en: [ "\(word)", "the \(word)" ] }
                no_match: { en: [ "nothing", "none" ] }

            """,
        ]
    }
}
