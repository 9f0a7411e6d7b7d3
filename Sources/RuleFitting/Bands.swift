/// Probabilities from which a verdict is medium or high.
package struct Bands: Sendable, Equatable {
    package var medium: Double
    package var high: Double

    /// Bands lie within these, with a distance between them, whatever the data say.
    private static let lowest = 0.02
    private static let highest = 0.999
    private static let distance = 0.001

    package init(medium: Double, high: Double) {
        self.medium = medium
        self.high = high
    }

    /// The lowest ones that keep the shares of genuine messages at or above them within the budgets.
    init(genuine: [Double], mediumBudget: Double, highBudget: Double) {
        let sorted = genuine.sorted(by: >)
        medium = Self.threshold(sorted, budget: mediumBudget)
        high = Self.threshold(sorted, budget: highBudget)
        medium = min(Self.highest - Self.distance, max(Self.lowest, medium))
        high = min(Self.highest, max(medium + Self.distance, high))
    }

    /// Half-way between the last probability that may count and the first that mustn't.
    private static func threshold(_ sorted: [Double], budget: Double) -> Double {
        let allowed = Int(Double(sorted.count) * budget)
        guard allowed < sorted.count else { return lowest }
        let outside = sorted[allowed]
        let inside = sorted[..<allowed].last { $0 > outside } ?? 1
        return (outside + inside) / 2
    }
}
