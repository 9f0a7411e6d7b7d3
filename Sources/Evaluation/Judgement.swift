import Foundation

/// What was said about one message, and what it is.
package struct Judgement: Sendable, Equatable {
    package enum Level: String, Sendable, CaseIterable, Codable {
        case low, medium, high
    }

    package var isScam: Bool
    /// Of a scam, 0…1.
    package var probability: Double
    package var level: Level

    package init(isScam: Bool, probability: Double, level: Level) {
        self.isScam = isScam
        self.probability = probability
        self.level = level
    }

    /// How sure the level is, as verdicts say it.
    package var confidence: Double { isFlagged ? probability : 1 - probability }
    /// Whether a person is warned.
    package var isFlagged: Bool { level != .low }
}

extension Judgement {
    /// How surprised one would be by the truth, in nats; bounded, so that one certain error doesn't drown all else.
    package var logLoss: Double {
        let said = isScam ? probability : 1 - probability
        return -log(max(said, 1e-6))
    }
}
