import Foundation
import TestSupport

/// Rules of one word and a lexicon of next to nothing, on disk, that a test changes under a server.
final class RuleWorkspace: Sendable {
    private let root = FileManager.default.temporaryDirectory.appendingPathComponent(
        "rules-\(UUID().uuidString)")

    /// Rules by which `word` is a scam.
    init(version: String, word: String) throws {
        try write(version: version, word: word)
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    var arguments: [String] {
        [
            "--rules", root.appendingPathComponent("rules").path,
            "--lexicon", root.appendingPathComponent("lexicon").path,
        ]
    }

    /// All files anew.
    func write(version: String, word: String) throws {
        for (name, text) in Self.lexicon { try write(text, to: "lexicon/\(name)") }
        try write(Self.groups(version: version), to: "rules/groups.yaml")
        try write(Self.ask(word: word), to: "rules/en/ask.yaml")
    }

    /// - Parameter name: of a file below the workspace.
    func write(_ text: String, to name: String) throws {
        let url = root.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    private static func ask(word: String) -> String {
        """
        group: ask
        language: en
        rules:
          - id: ask.word
            title: Says it
            description: It says so.
            category: delivery
            weight: 6
            patterns: [ "\(word)" ]
            examples: { match: [ "\(word)", "the \(word)" ], no_match: [ "nothing", "none" ] }

        """
    }

    private static func groups(version: String) -> String {
        """
        version: "\(version)"
        intercept: -3.0
        decisive_weight: 2.0
        \(GroupCaps.yaml)
        calibration: { slope: 1.0, offset: 0.0, ceiling: 0.98 }
        bands: { medium: 0.5, high: 0.9 }
        scam_types:
          delivery: { category: payment_scam }

        """
    }

    private static let lexicon = [
        "public_suffix_list.dat": "com\ntop\n",
        "confusables.tsv": "# table\nа\ta\n",
        "han_variants.tsv": "# table\n個\t个\n",
        "shorteners.txt": "bit.ly\n",
        "free_hosts.txt": "web.net\n",
        "tlds.tsv": "top\t2.5\n",
        "host_words.tsv": "bank\tgeneric|bait\n",
        "organisations/1.tsv": "USPS\tusps\tusps.com\tcarrier\tUS\n",
        "advice.yaml": """
        default: { now: [ "Don't reply." ] }
        low: { now: [ "Nothing to do." ] }
        no_text: { now: [ "Send a sharper picture." ] }

        """,
        "reporting.yaml": "default: [ { name: Police } ]\n",
    ]
}
