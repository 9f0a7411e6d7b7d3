import Evaluation
import Foundation
import ScamDetection
import TestSupport

/// A few rules over single words, on disk, and messages made of those words.
final class SmallRules {
    let root: URL
    var rules: URL { root.appendingPathComponent("rules") }
    var lexicon: URL { root.appendingPathComponent("lexicon") }

    init(_ files: [String: String] = [:]) throws {
        root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        for (name, text) in Self.standard.merging(files, uniquingKeysWith: { $1 }) {
            let url = root.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    func detector() throws(RuleError) -> ScamDetector { try ScamDetector(rules: rules, lexicon: lexicon) }

    func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: root.appendingPathComponent(name)), as: UTF8.self)
    }

    static func message(
        _ text: String, _ label: LabelledMessage.Label, _ number: Int, source: String = "a",
        isSynthetic: Bool = false
    ) -> LabelledMessage {
        LabelledMessage(
            id: "\(source)-\(number)", text: text, label: label, language: "en", source: source,
            isSynthetic: isSynthetic, cluster: "c\(source)\(number)")
    }

    /// `counts` messages of each text and label.
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
            patterns: [ "\(word)" ]
            examples: { match: [ "\(word)", "a \(word)" ], no_match: [ "nothing", "none" ] }

        """
    }

    static func file(_ group: String, _ rules: String...) -> String {
        "# \(group)\ngroup: \(group)\nlanguage: en\nrules:\n" + rules.joined()
    }

    private static let standard = [
        "rules/en/ask.yaml": file(
            "ask", rule("ask.alpha", 1, "alpha"), rule("ask.beta", 3, "beta"), rule("ask.rare", 2, "rare"),
            rule("ask.helper", 0, "helper")),
        "rules/en/protective.yaml": file("protective", rule("protective.calm", -1, "calm")),
        "rules/groups.yaml": """
        # Caps are log-odds.
        version: "1.2.3"
        intercept: -3.0
        decisive_weight: 2.0
        \(GroupCaps.yaml)
        # Platt
        calibration: { slope: 1.0, offset: 0.0, ceiling: 0.98 }
        bands: { medium: 0.5, high: 0.95 }
        scam_types:
          delivery: { category: payment_scam }

        """,
        "lexicon/public_suffix_list.dat": "com\ntop\n",
        "lexicon/confusables.tsv": "# table\nа\ta\n",
        "lexicon/han_variants.tsv": "# table\n個\t个\n",
        "lexicon/shorteners.txt": "bit.ly\n",
        "lexicon/free_hosts.txt": "web.net\n",
        "lexicon/tlds.tsv": "top\t2.5\n",
        "lexicon/host_words.tsv": "bank\tgeneric|bait\n",
        "lexicon/organisations/1.tsv": "USPS\tusps\tusps.com\tcarrier\tUS\n",
        "lexicon/advice.yaml": "default: { now: [ \"Don't reply.\" ] }\n",
        "lexicon/reporting.yaml": "default: [ { name: Police } ]\n",
    ]
}
