import Synchronization

/// Counts of what happened within the last hour, by kind: 60 minutes in a ring, of which the oldest is overwritten. There is nothing in
/// it but numbers.
package final class LastHour<Kind: CaseIterable & Hashable & Sendable>: Sendable {
    private static var minutes: Int { 60 }

    private struct Minute {
        /// The minute since the start in which the counts were made.
        var number = 0
        /// One for each kind, in their order.
        var counts: [Int]
    }

    private let start: ContinuousClock.Instant
    private let positions: [Kind: Int]
    private let ring: Mutex<[Minute]>

    /// - Parameter start: a time before everything that is counted.
    package init(start: ContinuousClock.Instant = .now) {
        self.start = start
        positions = Dictionary(zip(Kind.allCases, 0...), uniquingKeysWith: { first, _ in first })
        ring = Mutex(
            Array(
                repeating: Minute(counts: Array(repeating: 0, count: positions.count)), count: Self.minutes))
    }

    package func add(_ kind: Kind, at time: ContinuousClock.Instant = .now) {
        guard let position = positions[kind] else { return }
        let number = minute(time)
        ring.withLock { ring in
            let slot = number % Self.minutes
            if ring[slot].number != number {
                // A thread that was held up for an hour between clock and lock must not empty a newer minute.
                guard ring[slot].number < number else { return }
                ring[slot].number = number
                for index in ring[slot].counts.indices { ring[slot].counts[index] = 0 }
            }
            ring[slot].counts[position] += 1
        }
    }

    /// The counts of the minute under way and of the 59 before it. Kinds that didn't happen count zero.
    package func counts(at time: ContinuousClock.Instant = .now) -> [Kind: Int] {
        let now = minute(time)
        let sums = ring.withLock { ring in
            ring.filter { $0.number > now - Self.minutes && $0.number <= now }
                .reduce(into: Array(repeating: 0, count: positions.count)) { sums, minute in
                    for index in sums.indices { sums[index] += minute.counts[index] }
                }
        }
        return positions.mapValues { sums[$0] }
    }

    private func minute(_ time: ContinuousClock.Instant) -> Int {
        max(0, Int(start.duration(to: time) / .seconds(60)))
    }
}
