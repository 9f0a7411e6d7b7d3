package import ScamTaxonomy

/// The difference between two runs over the same messages.
package struct Comparison: Sendable, Equatable, Encodable {
    /// One judgement in the report of an earlier run.
    package struct Entry: Sendable, Equatable, Codable {
        package var id: String
        package var label: LabelledMessage.Label
        package var scamProbability: Double
        package var riskLevel: RiskLevel

        package init(
            id: String, label: LabelledMessage.Label, scamProbability: Double, riskLevel: RiskLevel
        ) {
            self.id = id
            self.label = label
            self.scamProbability = scamProbability
            self.riskLevel = riskLevel
        }
    }

    /// A message that one run flagged and the other didn't.
    package struct Change: Sendable, Equatable, Encodable {
        package var id: String
        package var label: LabelledMessage.Label
        package var before: Double
        package var after: Double
    }

    /// The number of messages that both runs judged.
    package var shared: Int
    /// The messages that only the later run flags, and then those that only the earlier run flags. In both lists, the messages
    /// whose probability changed most come first.
    package var newlyFlagged: [Change]
    package var newlyCleared: [Change]

    package init(before: [Entry], after: [Entry]) {
        let earlier = Dictionary(before.map { ($0.id, $0) }) { first, _ in first }
        shared = 0
        newlyFlagged = []
        newlyCleared = []
        for entry in after {
            guard let old = earlier[entry.id] else { continue }
            shared += 1
            let change = Change(
                id: entry.id, label: entry.label, before: old.scamProbability, after: entry.scamProbability)
            switch (old.riskLevel.isWarning, entry.riskLevel.isWarning) {
            case (false, true): newlyFlagged.append(change)
            case (true, false): newlyCleared.append(change)
            default: break
            }
        }
        newlyFlagged.sort(by: Self.isFarther)
        newlyCleared.sort(by: Self.isFarther)
    }

    private static func isFarther(_ first: Change, _ second: Change) -> Bool {
        let (one, other) = (abs(first.after - first.before), abs(second.after - second.before))
        return one == other ? first.id < second.id : one > other
    }
}

/// The interval in which a figure lies with 95 % confidence.
package struct Interval: Sendable, Equatable, Codable {
    package var lower: Double
    package var upper: Double

    /// The 97.5th percentile of the normal distribution, in standard deviations.
    static let deviations = 1.959964

    /// The share of a distribution on either side of its middle 95 %.
    private static let tail = 0.025

    package init(lower: Double, upper: Double) {
        self.lower = lower
        self.upper = upper
    }

    /// The middle 95 % of a bootstrap's results; nil if there are none.
    /// - Parameter samples: the results in ascending order.
    init?(sortedSamples samples: [Double]) {
        guard !samples.isEmpty else { return nil }
        let last = Double(samples.count - 1)
        lower = samples[Int((last * Self.tail).rounded())]
        upper = samples[Int((last * (1 - Self.tail)).rounded())]
    }
}

/// A figure that is no plain share, with its 95 % interval.
package struct Estimate: Sendable, Equatable, Encodable {
    package var value: Double
    package var interval: Interval?
}

package struct Proportion: Sendable, Equatable {
    package var count: Int
    package var total: Int

    package init(_ count: Int, of total: Int) {
        self.count = count
        self.total = total
    }

    /// The share, from 0 to 1; nil if the total is 0.
    package var value: Double? { total == 0 ? nil : Double(count) / Double(total) }

    /// Wilson's 95 % score interval, which stays within 0…1 and holds for small counts (JASA 22, 1927).
    package var interval: Interval? {
        guard let share = value else { return nil }
        let size = Double(total)
        let square = Interval.deviations * Interval.deviations
        let middle = share + square / (2 * size)
        let half =
            Interval.deviations * (share * (1 - share) / size + square / (4 * size * size)).squareRoot()
        let scale = 1 + square / size
        return Interval(lower: max(0, (middle - half) / scale), upper: min(1, (middle + half) / scale))
    }
}

extension Proportion: Encodable {
    private enum Keys: String, CodingKey { case value, count, total, interval }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(value, forKey: .value)
        try container.encode(count, forKey: .count)
        try container.encode(total, forKey: .total)
        try container.encode(interval, forKey: .interval)
    }
}

/// The bootstrap with a fixed seed: equal judgements give equal intervals.
struct Resampling {
    /// The number of samples. More samples make the intervals steadier and take longer.
    private static let samples = 300
    /// The seed of the generator. Its value doesn't matter.
    private static let seed: UInt64 = 0x5EED

    /// Calls `body` for each sample: `count` numbers below `count`, drawn with replacement.
    static func each(of count: Int, _ body: ([Int]) -> Void) {
        var state = seed
        var drawn = [Int](repeating: 0, count: count)
        for _ in 0..<samples {
            for index in drawn.indices {
                drawn[index] = Int(next(&state).multipliedFullWidth(by: UInt64(count)).high)
            }
            body(drawn)
        }
    }

    /// The next number of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
    private static func next(_ state: inout UInt64) -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
