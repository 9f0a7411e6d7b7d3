import Foundation
package import ScamDetection

/// The weights of the words of talks, and the offset of their sum, learned from labelled talks.
///
/// The words are learned alone, as rules say much of the talks that their authors read and little of others. The offset puts as many genuine
/// talks at medium risk as the budget allows, by scores of talks whose source was left out.
package struct TalkFit: Sendable {
    package let weights: FittedWeights
    /// What is added to the sum of a talk's words, in log-odds.
    package let offset: Double
    /// Judgements by weights that were fitted without the talk's source, in the talks' order.
    package let heldOut: [Judgement]

    /// - Parameters:
    ///   - problem: the talks and their words, without rules.
    ///   - rest: what all but the words adds up to for each talk, in log-odds.
    package init(_ problem: FitProblem, rest: [Double], settings: ScoringSettings) {
        let used = problem.rows.indices.filter { problem.isUsed[$0] }
        weights = WeightFit.weights(problem, rows: used)
        var sums = [Double](repeating: 0, count: problem.rows.count)
        for source in Set(problem.rows.map(\.source)).sorted() {
            let part = WeightFit.weights(problem, rows: used.filter { problem.rows[$0].source != source })
            for row in problem.rows.indices where problem.rows[row].source == source {
                sums[row] = problem.rows[row].words.reduce(0) { $0 + part.values[$1] }
            }
        }
        let medium = (log(settings.mediumBand / (1 - settings.mediumBand)) - settings.offset) / settings.slope
        // What each talk lacks of medium risk, the least first.
        let lacking = used.filter { !problem.rows[$0].isScam }.map { medium - rest[$0] - sums[$0] }.sorted()
        let allowed = Int(Double(lacking.count) * problem.options.mediumBudget)
        let offset = allowed < lacking.count ? lacking[allowed] - Self.gap : 0
        self.offset = offset
        heldOut = problem.rows.indices.map { row in
            let limits = problem.rows[row].limits[problem.words]
            let score = rest[row] + (sums[row] + offset).clamped(to: limits)
            let probability = 1 / (1 + exp(-(settings.slope * score + settings.offset)))
            let level: RiskLevel =
                probability >= settings.highBand ? .high : probability >= settings.mediumBand ? .medium : .low
            return Judgement(isScam: problem.rows[row].isScam, probability: probability, level: level)
        }
    }

    /// How far the first genuine talk beyond the budget stays below medium risk, in log-odds.
    private static let gap = 0.01
}
