/// What a set of judgements is worth. Definitions are in docs/evaluation.md.
package struct Figures: Sendable, Equatable, Encodable {
    /// False-positive rates at which recall is given.
    package static let budgets = [0.02, 0.01, 0.001]

    package struct BudgetRecall: Sendable, Equatable, Encodable {
        package var falsePositiveRate: Double
        package var recall: Estimate
    }

    package var scams: Int
    package var genuine: Int
    /// Of what is called medium or high, what is a scam.
    package var precision: Proportion
    /// Of the scams, what is called medium or high.
    package var recall: Proportion
    package var f1: Estimate?
    package var falsePositiveRate: Proportion
    /// The same for high alone.
    package var highPrecision: Proportion
    package var highRecall: Proportion
    package var highFalsePositiveRate: Proportion
    package var auroc: Estimate?
    package var recallAtBudget: [BudgetRecall]
    package var reliability: Reliability?
    package var levels: [LevelAccuracy]

    package init(_ judgements: [Judgement]) {
        scams = judgements.count { $0.isScam }
        genuine = judgements.count - scams
        let flagged = judgements.count(where: \.isFlagged)
        let caught = judgements.count { $0.isFlagged && $0.isScam }
        let high = judgements.count { $0.level == .high }
        let highCaught = judgements.count { $0.level == .high && $0.isScam }
        precision = Proportion(caught, of: flagged)
        recall = Proportion(caught, of: scams)
        falsePositiveRate = Proportion(flagged - caught, of: genuine)
        highPrecision = Proportion(highCaught, of: high)
        highRecall = Proportion(highCaught, of: scams)
        highFalsePositiveRate = Proportion(high - highCaught, of: genuine)
        reliability = Reliability(judgements)
        levels = LevelAccuracy.all(judgements)
        recallAtBudget = []
        guard scams > 0, genuine > 0 else { return }
        auroc = RankingQuality.area(
            judgements.filter(\.isScam).map(\.probability),
            judgements.filter { !$0.isScam }.map(\.probability))
        var estimates = Operating(judgements).estimates
        let intervals = Self.intervals(judgements)
        for index in estimates.indices { estimates[index].interval = intervals[index] }
        f1 = estimates[0]
        recallAtBudget = zip(Self.budgets, estimates.dropFirst()).map {
            BudgetRecall(falsePositiveRate: $0, recall: $1)
        }
    }

    /// For F1 and for each budget's recall.
    private static func intervals(_ judgements: [Judgement]) -> [Interval?] {
        // Drawing from the sorted list keeps draws sorted once their numbers are.
        let sorted = judgements.sorted { $0.probability > $1.probability }
        var samples = [[Double]](repeating: [], count: budgets.count + 1)
        var counts = [Int](repeating: 0, count: sorted.count)
        Resampling.each(of: sorted.count) { drawn in
            for index in counts.indices { counts[index] = 0 }
            for index in drawn { counts[index] += 1 }
            var sample: [Judgement] = []
            sample.reserveCapacity(sorted.count)
            for (judgement, count) in zip(sorted, counts) {
                for _ in 0..<count { sample.append(judgement) }
            }
            let operating = Operating(descending: sample)
            guard operating.scams > 0, operating.genuine.count > 0 else { return }
            for (index, estimate) in operating.estimates.enumerated() {
                samples[index].append(estimate.value)
            }
        }
        return samples.map { Interval(sortedSamples: $0.sorted()) }
    }
}

/// F1 at the medium band, and recall where a share of the genuine messages lies above.
private struct Operating {
    let scams: Int
    /// Probabilities, descending.
    let genuine: [Double]
    private let caught: Int
    private let flagged: Int
    private let scamProbabilities: [Double]

    init(_ judgements: [Judgement]) {
        self.init(descending: judgements.sorted { $0.probability > $1.probability })
    }

    init(descending judgements: [Judgement]) {
        scamProbabilities = judgements.filter(\.isScam).map(\.probability)
        genuine = judgements.filter { !$0.isScam }.map(\.probability)
        scams = scamProbabilities.count
        caught = judgements.count { $0.isFlagged && $0.isScam }
        flagged = judgements.count(where: \.isFlagged)
    }

    var estimates: [Estimate] {
        [Estimate(value: 2 * Double(caught) / Double(flagged + scams))]
            + Figures.budgets.map { Estimate(value: recall(at: $0)) }
    }

    /// The share of scams strictly above the genuine message that stands where the budget ends.
    private func recall(at budget: Double) -> Double {
        let threshold = genuine[Int(Double(genuine.count) * budget)]
        var low = 0
        var high = scamProbabilities.count
        while low < high {
            let middle = (low + high) / 2
            if scamProbabilities[middle] > threshold { low = middle + 1 } else { high = middle }
        }
        return Double(low) / Double(scams)
    }
}
