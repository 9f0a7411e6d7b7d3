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
