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
