package import TextAnalysis

/// The smallest probabilities of a medium and of a high verdict.
package struct Bands: Sendable, Equatable {
    package var medium: Double
    package var high: Double
    /// The smallest probability of a medium verdict in languages that would have more false alarms with `medium`.
    package var languages: [Language: Double] = [:]

    /// The range of the bands and their smallest distance, as probabilities. They matter for data sets that say little: few
    /// messages, or classes that don't overlap.
    private static let lowest = 0.02
    private static let highest = 0.999
    private static let distance = 0.001
    /// A language has a band of its own if at least this many genuine messages of it were judged: of fewer, the budget allows less than five.
    private static let fewestOfLanguage = 250

    /// The smallest probability of a medium verdict in a language.
    package func medium(in language: Language?) -> Double { language.flatMap { languages[$0] } ?? medium }

    package init(medium: Double, high: Double) {
        self.medium = medium
        self.high = high
    }

    /// The lowest bands with which the shares of genuine messages at or above them stay within the budgets, over all and in each
    /// language of which there are enough.
    /// - Parameter languageBudget: the largest false-positive rate at the medium band in one language.
    init(
        genuine: [(language: Language?, probability: Double)], mediumBudget: Double,
        languageBudget: Double = 1, highBudget: Double
    ) {
        let sorted = genuine.map(\.probability).sorted(by: >)
        medium = Self.threshold(sorted, budget: mediumBudget)
        high = Self.threshold(sorted, budget: highBudget)
        medium = min(Self.highest - Self.distance, max(Self.lowest, medium))
        high = min(Self.highest, max(medium + Self.distance, high))
        for (language, messages) in Dictionary(grouping: genuine, by: \.language) {
            guard let language, messages.count >= Self.fewestOfLanguage else { continue }
            let own = Self.threshold(messages.map(\.probability).sorted(by: >), budget: languageBudget)
            if own > medium { languages[language] = min(high - Self.distance, own) }
        }
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
