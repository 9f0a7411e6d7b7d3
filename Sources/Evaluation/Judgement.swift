import Foundation

/// The verdict on a message, and the truth.
package struct Judgement: Sendable, Equatable {
    package enum Level: String, Sendable, CaseIterable, Codable {
        case low, medium, high
    }

    package var isScam: Bool
    /// Probability of a scam, 0…1.
    package var probability: Double
    package var level: Level

    package init(isScam: Bool, probability: Double, level: Level) {
        self.isScam = isScam
        self.probability = probability
        self.level = level
    }

    /// Probability that the level is right, as verdicts give it.
    package var confidence: Double { isFlagged ? probability : 1 - probability }
    /// Whether the level is medium or high.
    package var isFlagged: Bool { level != .low }
}

extension Judgement {
    /// Smallest probability in a logarithm, one in a million.
    private static let leastProbability = 1e-6

    /// Logarithmic loss, in nats. It is bounded by `leastProbability`, so that one error made with certainty doesn't
    /// outweigh all else.
    package var logLoss: Double {
        let said = isScam ? probability : 1 - probability
        return -log(max(said, Self.leastProbability))
    }
}
