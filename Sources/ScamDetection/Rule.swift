package import TextAnalysis
package import Texts

/// A sign of a scam, or of a genuine message, in all languages that its patterns are written in.
package struct Rule: Sendable {
    package var id: String
    /// What people are told where it holds; nil for a rule of weight 0, which is never shown.
    package var reason: Sentence?
    package var group: RuleGroup
    /// The scam type for which the rule votes; nil where it votes for none.
    package var scamType: ScamType?
    /// The largest size of a weight, in log-odds; 6 means odds of 400 to 1.
    package static let maximumWeight = 6.0

    /// In log-odds, by the rule's author.
    package var weight: Double
    /// Whether it guards what no real message of the development set shows (`unseen: true`).
    package var isUnseen = false
    package var examples: [Example]
    package var file: String
    package var line: Int?

    var condition: Condition
    /// Rules beside which a composite doesn't hold.
    var none: [Located<String>] = []
    /// Rules of a composite of which one must hold in a later message than the first of its other parts.
    var later: [Located<String>] = []
    /// The number of neighbouring turns of a conversation within which all parts of a composite must hold; nil for any distance.
    var within: Int?
    /// The number of turns at a conversation's beginning in which a composite's parts count; nil for all.
    var opening: Int?
    /// Whether its patterns are looked for in the owner's answers (`in: replies`). Such a rule has weight 0.
    var isAboutReplies = false

    /// The condition under which a rule holds for a text: patterns, a feature, or other rules. It isn't an enum with these as its cases'
    /// values, because Swift 6.3's optimiser leaks the last list of such a case.
    struct Condition: Sendable {
        var wordings: [Wording] = []
        var feature: Feature?
        var all: [Located<String>] = []
        var any: [Located<String>] = []

        /// Whether it is made of other rules.
        var isComposite: Bool { !(all.isEmpty && any.isEmpty) }
    }

    /// A rule's patterns for texts in one language.
    struct Wording: Sendable {
        var language: Language
        var patterns: [Located<String>]
        var unless: [Located<String>]
    }

    /// A text that a rule must match, or must not.
    package struct Example: Sendable {
        /// nil where its words are of no language.
        package var language: Language?
        package var text: Located<String>
        package var matches: Bool
    }

    /// A value and the line of the rule file on which it stands.
    package struct Located<Value: Sendable>: Sendable {
        package var value: Value
        package var line: Int?
    }

    /// The languages that it has patterns for; empty for a rule that needs none.
    package var languages: [Language] { condition.wordings.map(\.language) }

    func refused(_ reason: RuleError.Reason, line: Int? = nil) -> RuleError {
        RuleError(file: file, line: line ?? self.line, reason: reason)
    }
}
