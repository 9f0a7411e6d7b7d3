/// The smallest probabilities of a medium and of a high verdict.
package struct Bands: Sendable, Equatable {
    package var medium: Double
    package var high: Double

    /// The range of the bands and their smallest distance, as probabilities. They matter for data sets that say little: few
    /// messages, or classes that don't overlap.
    private static let lowest = 0.02
    private static let highest = 0.999
    private static let distance = 0.001

    /// The lowest bands with which the shares of genuine messages at or above them stay within the budgets.
    /// - Parameters:
    ///   - genuine: the probabilities of genuine messages.
    ///   - mostForLow: the largest probability at which medium begins, whatever it costs.
    init(genuine: [Double], mediumBudget: Double, highBudget: Double, mostForLow: Double = 1) {
        let sorted = genuine.sorted(by: >)
        medium = Self.threshold(sorted, budget: mediumBudget)
        high = Self.threshold(sorted, budget: highBudget)
        medium = min(mostForLow, Self.highest - Self.distance, max(Self.lowest, medium))
        high = min(Self.highest, max(medium + Self.distance, high))
    }

    /// The middle between the last probability within the budget and the first one beyond it.
    private static func threshold(_ sorted: [Double], budget: Double) -> Double {
        let allowed = Int(Double(sorted.count) * budget)
        guard allowed < sorted.count else { return lowest }
        let outside = sorted[allowed]
        let inside = sorted[..<allowed].last { $0 > outside } ?? 1
        return (outside + inside) / 2
    }
}
