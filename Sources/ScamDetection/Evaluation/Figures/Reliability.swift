package import ScamTaxonomy

/// Measures of whether probabilities hold: Brier's score, and the expected calibration error.
package struct Reliability: Sendable, Equatable, Encodable {
    /// The number of bins: ten, as in most publications on calibration.
    private static let binCount = 10

    /// Messages whose probability lies in one tenth; the last bin holds 1 too.
    package struct Bin: Sendable, Equatable, Encodable {
        package var lower: Double
        package var upper: Double
        package var count = 0
        package var scams = 0
        var sum = 0.0

        /// The mean probability of the bin's messages; nil if there are none.
        package var meanProbability: Double? { count == 0 ? nil : sum / Double(count) }
        package var scamShare: Proportion { Proportion(scams, of: count) }

        private enum Keys: String, CodingKey { case lower, upper, count, meanProbability, scamShare }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(lower, forKey: .lower)
            try container.encode(upper, forKey: .upper)
            try container.encode(count, forKey: .count)
            try container.encode(meanProbability, forKey: .meanProbability)
            try container.encode(scamShare, forKey: .scamShare)
        }
    }

    /// The mean squared difference between the probability and the truth.
    package var brier: Double
    /// Expected calibration error: distance between mean probability and share of scams in a bin, averaged over all
    /// messages.
    package var expectedError: Double
    package var bins: [Bin]

    package init?(_ judgements: [Judgement]) {
        guard !judgements.isEmpty else { return nil }
        bins = (0..<Self.binCount).map {
            Bin(
                lower: Double($0) / Double(Self.binCount), upper: Double($0 + 1) / Double(Self.binCount))
        }
        brier = 0
        for judgement in judgements {
            let truth = judgement.isScam ? 1.0 : 0
            brier += (judgement.probability - truth) * (judgement.probability - truth)
            // A server may give a probability outside of 0 to 1.
            let place = Int(min(1, max(0, judgement.probability)) * Double(Self.binCount))
            let bin = min(Self.binCount - 1, place)
            bins[bin].count += 1
            bins[bin].scams += judgement.isScam ? 1 : 0
            bins[bin].sum += judgement.probability
        }
        brier /= Double(judgements.count)
        expectedError =
            bins.reduce(0) { $0 + abs($1.sum - Double($1.scams)) } / Double(judgements.count)
    }
}

/// The area under the ROC curve: how often a scam has a higher probability than a genuine message, ties counting
/// half.
enum RankingQuality {
    /// The area with DeLong's 95 % interval (Biometrics 44, 1988), computed from ranks in O(n log n) (Sun and Xu,
    /// IEEE SPL 21, 2014).
    static func area(_ scams: [Double], _ genuine: [Double]) -> Estimate? {
        guard !scams.isEmpty, !genuine.isEmpty else { return nil }
        let all = midranks(scams + genuine)
        let amongScams = midranks(scams)
        let amongGenuine = midranks(genuine)
        let (positives, negatives) = (Double(scams.count), Double(genuine.count))
        // The share of genuine messages below each scam, and the share of scams above each genuine message.
        let above = scams.indices.map { (all[$0] - amongScams[$0]) / negatives }
        let below = genuine.indices.map { 1 - (all[scams.count + $0] - amongGenuine[$0]) / positives }
        let area = above.reduce(0, +) / positives
        guard scams.count > 1, genuine.count > 1 else { return Estimate(value: area, interval: nil) }
        let deviation = (variance(above) / positives + variance(below) / negatives).squareRoot()
        let half = Interval.deviations * deviation
        return Estimate(
            value: area, interval: Interval(lower: max(0, area - half), upper: min(1, area + half)))
    }

    /// The ranks of the values, from 1. Equal values share the mean of their ranks.
    private static func midranks(_ values: [Double]) -> [Double] {
        let order = values.indices.sorted { values[$0] < values[$1] }
        var ranks = [Double](repeating: 0, count: values.count)
        var start = 0
        while start < order.count {
            var end = start + 1
            while end < order.count, values[order[end]] == values[order[start]] { end += 1 }
            let rank = Double(start + end + 1) / 2
            for position in start..<end { ranks[order[position]] = rank }
            start = end
        }
        return ranks
    }

    private static func variance(_ values: [Double]) -> Double {
        let mean = values.reduce(0, +) / Double(values.count)
        return values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1)
    }
}

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
