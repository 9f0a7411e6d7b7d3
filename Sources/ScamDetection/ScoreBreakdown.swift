import Foundation

/// How findings become a score and the score a probability.
package struct ScoreBreakdown: Sendable, Equatable {
    /// What the findings of one group add together.
    package struct Part: Sendable, Equatable {
        package var group: RuleGroup
        package var sum: Double
        /// The largest size of what counts of the sum.
        package var cap: Double

        package var counted: Double { max(-cap, min(cap, sum)) }
    }

    package var intercept: Double
    /// Groups without findings are left out.
    package var parts: [Part]
    /// Log-odds before calibration.
    package var score: Double
    /// Log-odds after it.
    package var calibratedScore: Double
    package var probability: Double

    init(_ findings: [Finding], settings: ScoringSettings) {
        var sums: [RuleGroup: Double] = [:]
        for finding in findings { sums[finding.group, default: 0] += finding.weight }
        let hasDecisiveAsk = findings.contains(where: \.isDecisive)
        intercept = settings.intercept
        parts = []
        score = settings.intercept
        for group in RuleGroup.allCases {
            guard let sum = sums[group], var cap = settings.caps[group] else { continue }
            if group == .protective, hasDecisiveAsk { cap = min(cap, settings.decisiveCap) }
            let part = Part(group: group, sum: sum, cap: cap)
            parts.append(part)
            score += part.counted
        }
        calibratedScore = settings.slope * score + settings.offset
        probability = 1 / (1 + exp(-calibratedScore))
    }
}
