package import TextAnalysis

/// One cue as its file gives it.
package struct Rule: Sendable {
    package var id: String
    package var title: String
    package var description: String
    package var group: RuleGroup
    /// Texts that it applies to; nil for all.
    package var language: Language?
    /// Nil for `any`: the cue fits several types and doesn't vote.
    package var scamType: ScamType?
    /// What no weight may exceed, whichever its sign.
    package static let maximumWeight = 6.0

    /// The author's weight, log-odds.
    package var prior: Double
    /// What the fit made of it; nil where the data say too little.
    package var fitted: Double?
    /// The weight in force.
    package var weight: Double { fitted ?? prior }
    package var references: [String]
    package var matchExamples: [Located<String>]
    package var noMatchExamples: [Located<String>]
    package var file: String
    package var line: Int?

    var evidence: Evidence
    /// Of a composite: rules of which one must hold in a later message than the first of its other parts.
    var later: [Located<String>] = []
    /// Whether its patterns are looked for in what the picture's owner wrote. Such a rule weighs nothing.
    var isAboutReplies = false

    enum Evidence: Sendable {
        case patterns([Located<String>], unless: [Located<String>])
        case feature(Feature)
        case composite(all: [Located<String>], any: [Located<String>], none: [Located<String>])
    }

    /// A value and the line of the rule file it stands in.
    package struct Located<Value: Sendable>: Sendable {
        package var value: Value
        package var line: Int?
    }

    func refused(_ reason: RuleError.Reason, line: Int? = nil) -> RuleError {
        RuleError(file: file, line: line ?? self.line, reason: reason)
    }
}
