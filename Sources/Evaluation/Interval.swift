/// Where a figure lies with 95 % confidence.
package struct Interval: Sendable, Equatable, Codable {
    package var lower: Double
    package var upper: Double

    /// The 97.5th percentile of the normal distribution.
    static let deviations = 1.959964

    package init(lower: Double, upper: Double) {
        self.lower = lower
        self.upper = upper
    }

    /// The middle 95 % of what resampling gave; nil without any.
    init?(sortedSamples samples: [Double]) {
        guard !samples.isEmpty else { return nil }
        let last = Double(samples.count - 1)
        lower = samples[Int((last * 0.025).rounded())]
        upper = samples[Int((last * 0.975).rounded())]
    }
}
