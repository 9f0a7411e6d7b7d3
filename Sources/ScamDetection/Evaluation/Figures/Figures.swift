package import ScamTaxonomy

/// All figures over a set of judgements; docs/evaluation.md defines them.
package struct Figures: Sendable, Equatable, Encodable {
    /// The false-positive rates for which recall is given.
    package static let budgets = [0.02, 0.01, 0.001]

    package struct BudgetRecall: Sendable, Equatable, Encodable {
        package var falsePositiveRate: Double
        package var recall: Estimate
    }

    package var scams: Int
    package var genuine: Int
    /// The share of scams among the messages that are called medium or high.
    package var precision: Proportion
    /// The share of scams that are called medium or high.
    package var recall: Proportion
    package var f1: Estimate?
    package var falsePositiveRate: Proportion
    /// The precision of the level high alone; its recall and its false-positive rate follow.
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

    /// Bootstrap intervals, first for F1 and then for each budget's recall.
    private static func intervals(_ judgements: [Judgement]) -> [Interval?] {
        // Samples are drawn from the sorted list, so that they are sorted too.
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

/// F1 at the medium band, and recall at each false-positive budget.
private struct Operating {
    let scams: Int
    /// The probabilities of the genuine messages, in descending order.
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

    /// The share of scams above the genuine message with which the budget ends.
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

/// The figures over one part of a data set.
package struct Slice: Sendable, Encodable {
    package enum Kind: String, Sendable, Encodable, CaseIterable {
        case whole, source, language
        /// Constructed messages, which no other slice holds.
        case synthetic
        /// Scams of one kind and genuine messages of one kind, as the data set names them.
        case scamType, genuineKind
    }

    package var kind: Kind
    package var name: String
    package var figures: Figures

    /// The figures over all parts, the whole first. Advertising is left out, and synthetic messages count only in
    /// their own part.
    /// - Parameter phoneSources: sources of real scams from phones; a slice compares them with hard genuine messages.
    package static func all(
        _ all: [(message: LabelledMessage, judgement: Judgement)], phoneSources: Set<String> = [],
        includingSynthetic: Bool = false
    ) -> [Slice] {
        let judged = all.filter(\.message.counts)
        func slice(
            _ kind: Kind, _ name: String, _ isIn: (LabelledMessage) -> Bool
        ) -> Slice? {
            let part = judged.filter { isIn($0.message) }.map(\.judgement)
            return part.isEmpty ? nil : Slice(kind: kind, name: name, figures: Figures(part))
        }
        func names(_ key: (LabelledMessage) -> String?) -> [String] {
            Set(judged.compactMap { key($0.message) }).sorted()
        }
        var slices = [slice(.whole, "all") { _ in true }]
        slices.append(slice(.whole, "English") { $0.language == "en" })
        let phone = slice(.whole, "phone scams against hard negatives, English") { message in
            guard message.language == "en" else { return false }
            return message.label == .scam ? phoneSources.contains(message.source ?? "") : message.isHard
        }
        if let phone, phone.figures.scams > 0 { slices.append(phone) }
        slices += names(\.source).map { name in slice(.source, name) { $0.source == name } }
        slices += names(\.language).map { name in slice(.language, name) { $0.language == name } }
        slices += names { $0.label == .scam ? $0.category : nil }.map { name in
            slice(.scamType, name) { $0.label == .scam && $0.category == name }
        }
        slices += names { $0.label == .legit ? $0.category : nil }.map { name in
            slice(.genuineKind, name) { $0.label == .legit && $0.category == name }
        }
        let synthetic = all.filter { $0.message.isSynthetic && $0.message.label != .spam }.map(\.judgement)
        if includingSynthetic, !synthetic.isEmpty {
            slices.append(Slice(kind: .synthetic, name: "synthetic", figures: Figures(synthetic)))
        }
        return slices.compactMap(\.self)
    }
}

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
