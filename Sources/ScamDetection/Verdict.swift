/// The risk of one text, and the findings from which it follows.
package struct Verdict: Sendable, Equatable {
    package var riskLevel: RiskLevel
    /// Probability that the risk level is right, 0…1; 0 for `unknown`.
    package var confidence: Double
    /// Calibrated probability of a scam, 0…1.
    package var scamProbability: Double
    package var category: ScamCategory
    /// Kind of the scam; `unknown` for low risk, and where no matching rule votes for a type.
    package var scamType: ScamType
    /// One or two sentences for a person.
    package var explanation: String
    /// Findings, the strongest first; protective ones have negative weights and come last.
    package var findings: [Finding]
    package var rulesVersion: String
    /// Languages of the text, and which of them have rules.
    package var languages = LanguageCoverage()

    /// The verdict on a text without anything to judge.
    package static func noText(rulesVersion: String) -> Verdict {
        Verdict(
            riskLevel: .unknown, confidence: 0, scamProbability: 0, category: .unknown, scamType: .unknown,
            explanation: "No readable text was found, so nothing could be judged.", findings: [],
            rulesVersion: rulesVersion)
    }
}

/// A rule that holds in a text, and its places.
package struct Finding: Sendable, Equatable {
    package var rule: String
    package var title: String
    package var group: RuleGroup
    /// Scam type for which the rule votes; nil for none.
    package var scamType: ScamType?
    /// The finding's share of the score, in log-odds: the rule's weight times `trust`.
    package var weight: Double
    /// Share of the rule's weight that counts, 0…1; less than 1 where the words were read poorly.
    package var trust: Double
    /// Whether protective findings can't cancel it.
    package var isDecisive: Bool
    /// UTF-8 ranges of the raw text, in order. A composite has those of its parts.
    package var ranges: [Range<Int>]
    /// Text of the ranges, cut to `longestQuote` characters.
    package var quote: String

    /// Most characters of a quote: a sentence or two.
    package static let longestQuote = 200
    /// Most ranges that a quote shows.
    static let mostQuoted = 8
}
