import Synchronization

/// A token bucket for each client, in a table of bounded size. A request takes the same time, however large the table
/// is.
///
/// Only full buckets are replaced by those of new clients. A client without a bucket begins with a full one, so nobody
/// gains units by losing a full bucket, however many new clients come. Where no bucket can be replaced, the clients
/// without one share a bucket.
package final class RateLimiter<Client: Hashable & Sendable>: Sendable {
    /// Number of buckets that are examined to find one to replace when a new client comes. It bounds the time of a
    /// request.
    private static var probes: Int { 8 }

    private struct Slot {
        var client: Client
        var bucket: TokenBucket
    }

    private struct State {
        var slots: [Slot] = []
        var indices: [Client: Int] = [:]
        var shared: TokenBucket?
        /// Position in the table at which the last search ended.
        var searchIndex = 0
    }

    private let capacity: Int
    private let state = Mutex(State())

    package init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    package var count: Int { state.withLock { $0.slots.count } }

    /// - Parameters:
    ///   - cost: number of units; with 0 the decision only reports the bucket's state.
    ///   - now: must not be earlier than at the call before.
    package func take(
        _ cost: Int, for client: Client, limit: RateLimit, now: ContinuousClock.Instant = .now
    ) -> RateDecision {
        withBucket(of: client, now) { $0.take(cost, limit: limit, now: now) }
    }

    /// Charges a client for what it has used already. A client in debt is refused until the debt is paid.
    package func charge(
        _ cost: Int, to client: Client, limit: RateLimit, now: ContinuousClock.Instant = .now
    ) {
        withBucket(of: client, now) { $0.charge(cost, limit: limit, now: now) }
    }

    private func withBucket<Result>(
        of client: Client, _ now: ContinuousClock.Instant, _ use: (inout TokenBucket) -> sending Result
    ) -> sending Result {
        state.withLock { state in
            if let index = state.indices[client] ?? makeSlot(for: client, &state, now) {
                return use(&state.slots[index].bucket)
            }
            var shared = state.shared ?? TokenBucket(fullAt: now)
            defer { state.shared = shared }
            return use(&shared)
        }
    }

    /// Makes room for a new client's bucket.
    /// - Returns: the position of the bucket in the table; nil where none can be replaced.
    private func makeSlot(
        for client: Client, _ state: inout State, _ now: ContinuousClock.Instant
    ) -> Int? {
        let slot = Slot(client: client, bucket: TokenBucket(fullAt: now))
        if state.slots.count < capacity {
            state.slots.append(slot)
            state.indices[client] = state.slots.count - 1
            return state.slots.count - 1
        }
        for _ in 0..<min(Self.probes, capacity) {
            state.searchIndex = (state.searchIndex + 1) % capacity
            guard state.slots[state.searchIndex].bucket.isFull(at: now) else { continue }
            state.indices[state.slots[state.searchIndex].client] = nil
            state.slots[state.searchIndex] = slot
            state.indices[client] = state.searchIndex
            return state.searchIndex
        }
        return nil
    }
}

/// A client's limit: `unitsPerMinute` on average, and up to `burst` units at once.
package struct RateLimit: Sendable, Hashable {
    package let unitsPerMinute: Int
    package let burst: Int

    package init(unitsPerMinute: Int, burst: Int) {
        self.unitsPerMinute = max(1, unitsPerMinute)
        self.burst = max(1, burst)
    }

    /// The time in which the bucket gets one unit.
    package var interval: Duration { .seconds(60) / unitsPerMinute }
}

/// Whether a request is allowed, with the values for the `RateLimit` header fields.
package struct RateDecision: Sendable, Equatable {
    package let isAllowed: Bool
    /// Number of units that a full bucket holds.
    package let limit: Int
    /// Number of units that the bucket holds now.
    package let remaining: Int
    /// Seconds until the bucket is full again, rounded up.
    package let reset: Int
    /// Seconds until a refused request would be allowed, rounded up; 0 for an allowed one.
    package let retryAfter: Int
}

/// A bucket that is filled with units at a constant rate. Requests take units out. It stores one value, from which its
/// content is computed: the time at which it is full again.
struct TokenBucket {
    private var fullAt: ContinuousClock.Instant

    init(fullAt: ContinuousClock.Instant) {
        self.fullAt = fullAt
    }

    func isFull(at now: ContinuousClock.Instant) -> Bool { fullAt <= now }

    /// Takes units out of the bucket.
    /// - Parameter cost: number of units. A cost over the burst counts as the burst, because otherwise the request
    ///   would always be refused.
    mutating func take(_ cost: Int, limit: RateLimit, now: ContinuousClock.Instant) -> RateDecision {
        let interval = limit.interval
        let latest = now + interval * limit.burst
        let filled = max(fullAt, now) + interval * min(cost, limit.burst)
        let isAllowed = filled <= latest
        if isAllowed { fullAt = filled }
        let missing = max(.zero, now.duration(to: fullAt))
        return RateDecision(
            isAllowed: isAllowed, limit: limit.burst,
            remaining: max(0, Int(((interval * limit.burst - missing) / interval).rounded(.down))),
            reset: missing.wholeSeconds,
            retryAfter: isAllowed ? 0 : max(1, latest.duration(to: filled).wholeSeconds))
    }

    /// Takes units out of the bucket that have been spent already. Where it has fewer, it goes into debt.
    mutating func charge(_ cost: Int, limit: RateLimit, now: ContinuousClock.Instant) {
        fullAt = max(fullAt, now) + limit.interval * cost
    }
}

extension Duration {
    /// The duration in seconds, rounded up.
    fileprivate var wholeSeconds: Int {
        Int(components.seconds) + (components.attoseconds > 0 ? 1 : 0)
    }
}
