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
