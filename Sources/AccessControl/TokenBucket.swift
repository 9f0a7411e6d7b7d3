/// A client's limit: `unitsPerMinute` on average, and `burst` units at once.
package struct RateLimit: Sendable, Hashable {
    package let unitsPerMinute: Int
    package let burst: Int

    package init(unitsPerMinute: Int, burst: Int) {
        self.unitsPerMinute = max(1, unitsPerMinute)
        self.burst = max(1, burst)
    }

    /// The time in which one unit is added.
    fileprivate var interval: Duration { .seconds(60) / unitsPerMinute }
}

/// Whether a request is allowed, and the values of the `RateLimit` header fields.
package struct RateDecision: Sendable, Equatable {
    package let isAllowed: Bool
    /// The burst in units.
    package let limit: Int
    /// Number of units that could be taken now.
    package let remaining: Int
    /// Seconds until the bucket is full again, rounded up.
    package let reset: Int
    /// Seconds until a refused request would be allowed, rounded up; 0 for an allowed one.
    package let retryAfter: Int
}

/// A bucket that fills evenly with units, which requests take out. Its content is computed from the only value that it stores: the
/// time when it is full again.
struct TokenBucket {
    private var fullAt: ContinuousClock.Instant

    init(fullAt: ContinuousClock.Instant) {
        self.fullAt = fullAt
    }

    func isFull(at now: ContinuousClock.Instant) -> Bool { fullAt <= now }

    /// - Parameter cost: number of units. More than the burst counts as the burst, or the request would be refused for ever.
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
}

extension Duration {
    /// Seconds, rounded up.
    fileprivate var wholeSeconds: Int {
        Int(components.seconds) + (components.attoseconds > 0 ? 1 : 0)
    }
}
