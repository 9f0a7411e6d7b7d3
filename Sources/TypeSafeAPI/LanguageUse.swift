/// The languages of a message, and the languages whose rules judged it.
public struct LanguageUse: Codable, Sendable, Equatable {
    /// ISO 639-1 codes of the message's languages, starting with the language of most of the text; empty if the words
    /// don't show the language.
    public var detected: [String]
    /// The languages whose rules were tried on passages that may be in them; `any` stands for the rules that apply to all messages.
    public var rules: [String]
    /// Whether there are rules for the language of most of the message. `ScanResponse.understood` says how much of it could be
    /// judged.
    public var isCovered: Bool

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case detected, rules
        case isCovered = "covered"
    }

    /// Creates a value from its properties.
    public init(detected: [String], rules: [String], isCovered: Bool) {
        self.detected = detected
        self.rules = rules
        self.isCovered = isCovered
    }
}
