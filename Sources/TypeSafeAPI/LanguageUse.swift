/// Which languages a message is in, and which languages' rules judged it.
public struct LanguageUse: Codable, Sendable, Equatable {
    /// ISO 639-1, most text first; empty where the words don't tell.
    public var detected: [String]
    /// The languages whose rules were applied; `any` stands for the rules that apply to all messages.
    public var rules: [String]
    /// Whether there are rules for the language of most of the message. If not, only its links and numbers were judged.
    public var isCovered: Bool

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case detected, rules
        case isCovered = "covered"
    }

    /// Makes one of ISO 639-1 codes.
    public init(detected: [String], rules: [String], isCovered: Bool) {
        self.detected = detected
        self.rules = rules
        self.isCovered = isCovered
    }
}
