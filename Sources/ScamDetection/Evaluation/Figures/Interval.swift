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
