package import ScamTaxonomy

/// The verdict on a message, and whether the message is a scam.
package struct Judgement: Sendable, Equatable {
    package var isScam: Bool
    /// The probability that the message is a scam, from 0 to 1.
    package var probability: Double
    package let level: RiskLevel

    /// - Parameter level: `unknown` counts as low, as nobody is warned of a message without anything to judge.
    package init(isScam: Bool, probability: Double, level: RiskLevel) {
        self.isScam = isScam
        self.probability = probability
        self.level = level == .unknown ? .low : level
    }

    /// Probability that the level is right, as verdicts give it.
    package var confidence: Double { isFlagged ? probability : 1 - probability }
    package var isFlagged: Bool { level.isWarning }
}
