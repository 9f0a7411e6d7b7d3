import Foundation

/// The steps from findings to a score and from the score to a probability.
package struct ScoreBreakdown: Sendable, Equatable {
    package struct Part: Sendable, Equatable {
        package var group: RuleGroup
        package var sum: Double
        /// The largest size of the sum that counts, in log-odds.
        package var cap: Double

        package var counted: Double { max(-cap, min(cap, sum)) }
    }

    package var intercept: Double
    /// The sums of the groups that have findings.
    package var parts: [Part]
    /// The score before calibration, in log-odds.
    package var score: Double
    /// The score after calibration, in log-odds.
    package var calibratedScore: Double
    package var probability: Double

    init(_ findings: [Finding], settings: ScoringSettings) {
        var sums: [RuleGroup: Double] = [:]
        for finding in findings { sums[finding.group, default: 0] += finding.weight }
        let ask = findings.map(\.ask).max() ?? .nothing
        intercept = settings.intercept
        parts = []
        score = settings.intercept
        for group in RuleGroup.allCases {
            guard let sum = sums[group] else { continue }
            let limits = settings.limits(of: group, beside: ask)
            let part = Part(group: group, sum: sum, cap: sum < 0 ? -limits.lowerBound : limits.upperBound)
            parts.append(part)
            score += part.counted
        }
        calibratedScore = settings.slope * score + settings.offset
        probability = 1 / (1 + exp(-calibratedScore))
    }
}
