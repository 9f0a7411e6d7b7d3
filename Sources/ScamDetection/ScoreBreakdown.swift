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

    /// - Parameter absent: the indices of findings that don't count.
    init(_ findings: [Finding], without absent: [Int] = [], settings: ScoringSettings) {
        var sums = [Double?](repeating: nil, count: RuleGroup.allCases.count)
        var ask = Ask.nothing
        for index in findings.indices where !absent.contains(index) {
            let number = findings[index].group.number
            sums[number] = (sums[number] ?? 0) + findings[index].weight
            ask = max(ask, findings[index].ask)
        }
        let talk = sums[RuleGroup.talkWords.number] == nil ? nil : settings.talk
        intercept = talk?.intercept ?? settings.intercept
        parts = []
        score = intercept
        for group in RuleGroup.allCases {
            guard let sum = sums[group.number] else { continue }
            // In a talk, a link that speaks for a scam is something to answer for, as an ask is.
            let hasLink = group == .talkWords && (sums[RuleGroup.link.number] ?? 0) > 0
            let limits = settings.limits(of: group, beside: hasLink ? max(ask, .something) : ask)
            let part = Part(group: group, sum: sum, cap: sum < 0 ? -limits.lowerBound : limits.upperBound)
            parts.append(part)
            score += part.counted
        }
        calibratedScore = settings.slope * score + settings.offset
        probability = 1 / (1 + exp(-calibratedScore))
    }
}
