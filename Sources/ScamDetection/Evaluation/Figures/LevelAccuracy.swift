package import ScamTaxonomy

/// How often verdicts of one level are right, and how often they claim to be.
package struct LevelAccuracy: Sendable, Equatable, Encodable {
    package var level: RiskLevel
    /// Share of right verdicts: low is right about genuine messages, medium and high about scams.
    package var right: Proportion
    /// The mean confidence of the verdicts; nil if there are none.
    package var meanConfidence: Double?

    package static func all(_ judgements: [Judgement]) -> [LevelAccuracy] {
        [RiskLevel.low, .medium, .high].map { level in
            let part = judgements.filter { $0.level == level }
            let sum = part.reduce(0) { $0 + $1.confidence }
            return LevelAccuracy(
                level: level,
                right: Proportion(part.count { $0.isFlagged == $0.isScam }, of: part.count),
                meanConfidence: part.isEmpty ? nil : sum / Double(part.count))
        }
    }
}
