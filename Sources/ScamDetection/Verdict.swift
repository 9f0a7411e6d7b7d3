/// What the rules found in one text, and what follows from it.
package struct Verdict: Sendable, Equatable {
    package enum RiskLevel: String, Sendable, CaseIterable {
        case low, medium, high
        /// There was no text to judge.
        case unknown
    }

    package var riskLevel: RiskLevel
    /// How sure the risk level is, 0…1; 0 for `unknown`.
    package var confidence: Double
    /// Calibrated, 0…1.
    package var scamProbability: Double
    package var category: LegacyCategory
    /// `unknown` for low risk, and where no matched rule votes for a type.
    package var scamType: ScamType
    /// A sentence or two for a person.
    package var explanation: String
    /// Strongest first; protective cues have negative weights and come last.
    package var findings: [Finding]
    package var rulesVersion: String
    /// Which languages the text is in, and which of them the rules know.
    package var languages = LanguageCoverage()

    /// The verdict on a picture without readable text.
    package static func noText(rulesVersion: String) -> Verdict {
        Verdict(
            riskLevel: .unknown, confidence: 0, scamProbability: 0, category: .unknown, scamType: .unknown,
            explanation: "No readable text was found, so nothing could be judged.", findings: [],
            rulesVersion: rulesVersion)
    }
}

/// A rule that matched, and where.
package struct Finding: Sendable, Equatable {
    package var rule: String
    package var title: String
    package var group: RuleGroup
    /// Nil for cues that fit several types.
    package var scamType: ScamType?
    /// What it adds, log-odds: the rule's weight times `trust`.
    package var weight: Double
    /// How far its words were read well enough to count, 0…1.
    package var trust: Double
    /// Whether protective cues can't cancel it.
    package var isDecisive: Bool
    /// UTF-8 ranges of the raw text, in order; a composite has those of its parts.
    package var ranges: [Range<Int>]
    /// The text of the ranges, cut to `longestQuote` characters.
    package var quote: String

    package static let longestQuote = 200
}
