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
