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
