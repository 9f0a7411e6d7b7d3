import ScanDocuments
import Foundation
import ScamDetection
import Texts
import TypeSafeAPI

/// One kept feedback, with what the current rules say of its text.
struct ReviewEntry: Encodable {
    /// What a server's verdict said.
    struct Said: Encodable {
        var riskLevel: String
        var scamProbability: Double?
        var rules: [String]
        var rulesVersion: String
    }

    struct Weighed: Encodable {
        var rule: String
        var title: String
        var weight: Double
        var quote: String
    }

    /// What the current rules say.
    struct Now: Encodable {
        var riskLevel: String
        var scamProbability: Double
        var rulesVersion: String
        /// The findings, the strongest first.
        var findings: [Weighed]
    }

    var id: UUID
    var day: String
    var shouldBe: ExpectedVerdict
    var said: Said
    /// Nil without a text.
    var now: Now?
    var text: String?

    init(_ name: FeedbackName, _ record: FeedbackRecord, by detector: ScamDetector) {
        id = name.id
        day = name.day
        shouldBe = record.shouldBe
        said = Said(
            riskLevel: record.riskLevel.rawValue, scamProbability: record.scamProbability,
            rules: record.rules, rulesVersion: record.rulesVersion)
        text = record.text
        now = record.text.map { text in
            let verdict = detector.verdict(on: detector.analyze(text))
            return Now(
                riskLevel: verdict.riskLevel.rawValue, scamProbability: verdict.scamProbability,
                rulesVersion: verdict.rulesVersion,
                findings: verdict.findings.map {
                    Weighed(
                        rule: $0.rule, title: UserTexts.current.say($0.reason), weight: $0.weight,
                        quote: $0.quote)
                })
        }
    }

    /// The entry for people, a line each. Everything in a file is text from outside.
    var lines: [String] {
        var lines = [
            "\(day)  \(id.uuidString.lowercased())  should be \(shouldBe.rawValue)",
            "  said  \(Self.level(said.riskLevel, said.scamProbability)), rules \(said.rulesVersion)",
        ]
        if let now {
            lines.append(
                "  now   \(Self.level(now.riskLevel, now.scamProbability)), rules \(now.rulesVersion)")
            lines += now.findings.map { finding in
                "    " + FiguresTable.right(String(format: "%+.2f", finding.weight), 5) + "  "
                    + FiguresTable.pad(finding.rule, 40) + finding.title
                    + (finding.quote.isEmpty ? "" : "  “\(finding.quote)”")
            }
        } else {
            lines += said.rules.map { "    \($0)" }
        }
        lines = lines.map(TerminalText.visible)
        guard let text else { return lines + ["  no text was sent with it"] }
        return lines
            + text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map { "  | " + TerminalText.visible(String($0)) }
    }

    private static func level(_ level: String, _ probability: Double?) -> String {
        level + (probability.map { " (\(FiguresTable.share($0)))" } ?? "")
    }
}
