/// The steps from findings to a score and from the score to a probability: the one place where they are added.
package struct ScoreBreakdown: Sendable, Equatable {
    package struct Part: Sendable, Equatable {
        package var group: RuleGroup
        package var sum: Double
        /// The largest size of the sum that counts, in log-odds.
        package var cap: Double

        package var counted: Double { max(-cap, min(cap, sum)) }
    }

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
        for index in findings.indices where !absent.contains(index) {
            let number = findings[index].group.number
            sums[number] = (sums[number] ?? 0) + findings[index].weight
        }
        parts = RuleGroup.allCases.compactMap { group in
            sums[group.number].map { Part(group: group, sum: $0, cap: settings.cap(of: group)) }
        }
        score = parts.reduce(0) { $0 + $1.counted }
        calibratedScore = settings.slope * score + settings.offset
        probability = settings.probability(score)
    }
}
