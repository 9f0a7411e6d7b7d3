package import Foundation
package import TypeSafeAPI

/// One feedback as it lies in its file: what a verdict said, and what somebody says it should have been. It holds no session,
/// address, key or image, and the message's text only where the sender agreed.
package struct FeedbackRecord: Codable, Sendable, Equatable {
    /// Largest number of rules that are kept. A message of a few thousand characters matches some tens.
    static let maxRules = 200
    /// Largest number of characters of a rule's id and of the rules' version in a file that is read.
    private static let maxNameLength = 100

    package var shouldBe: ExpectedVerdict
    package var riskLevel: RiskLevel
    /// The probability of a scam that the verdict gave; nil where there was nothing to judge.
    package var scamProbability: Double?
    /// Ids of the rules that matched, the strongest first.
    package var rules: [String]
    package var rulesVersion: String
    /// The message's text; nil without consent.
    package var text: String?

    private enum CodingKeys: String, CodingKey {
        case shouldBe = "should_be"
        case riskLevel = "risk_level"
        case scamProbability = "scam_probability"
        case rules
        case rulesVersion = "rules_version"
        case text
    }

    /// Takes from a verdict what is kept of it.
    package init(_ shouldBe: ExpectedVerdict, of response: ScanResponse, text: String?) {
        self.shouldBe = shouldBe
        riskLevel = response.riskLevel
        scamProbability = response.scamProbability
        rules = response.findings.prefix(Self.maxRules).map(\.rule)
        rulesVersion = response.rulesVersion
        self.text = text
    }

    /// Whether a server could have written the record. Anybody who may write into the folder may have written it.
    var isPlausible: Bool {
        rules.count <= Self.maxRules && (rules + [rulesVersion]).allSatisfy { $0.count <= Self.maxNameLength }
            && scamProbability.map { (0...1).contains($0) } ?? true
            && (text?.unicodeScalars.count ?? 0) <= Feedback.maxTextLength
    }
}

/// A kept feedback's name: the day on which it came, in UTC, and its id. A day says enough for a review and little about when
/// somebody got the message.
package struct FeedbackName: Sendable, Hashable, Comparable {
    private static let suffix = ".json"
    /// Number of characters of a day.
    static let dayLength = 10

    /// The day in the form `2026-11-22`, whose order is that of time.
    package let day: String
    package let id: UUID

    init(day: String, id: UUID) {
        self.day = day
        self.id = id
    }

    /// Parses the name of a file. It returns nil for any other than `2026-11-22-<UUID in small letters>.json`.
    init?(file: String) {
        guard file.hasSuffix(Self.suffix) else { return nil }
        day = String(file.prefix(Self.dayLength))
        guard Self.isDay(day),
            let id = UUID(uuidString: String(file.dropFirst(Self.dayLength + 1).dropLast(Self.suffix.count)))
        else { return nil }
        self.id = id
        guard self.file == file else { return nil }
    }

    package var file: String { "\(day)-\(id.uuidString.lowercased())\(Self.suffix)" }

    package static func < (first: FeedbackName, second: FeedbackName) -> Bool { first.file < second.file }

    static func isDay(_ text: String) -> Bool {
        text.utf8.count == dayLength
            && text.utf8.enumerated().allSatisfy { index, byte in
                index == 4 || index == 7 ? byte == UInt8(ascii: "-") : (0x30...0x39).contains(byte)
            }
    }
}
