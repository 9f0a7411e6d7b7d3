/// How much a client may ask for: `unitsPerMinute` in the long run, `burst` units at once.
package struct RateLimit: Sendable, Hashable {
    package let unitsPerMinute: Int
    package let burst: Int

    package init(unitsPerMinute: Int, burst: Int) {
        self.unitsPerMinute = max(1, unitsPerMinute)
        self.burst = max(1, burst)
    }

    /// Until one more unit is there.
    fileprivate var interval: Duration { .seconds(60) / unitsPerMinute }
}

/// Whether a request may go on, and what the client is told about its limit.
package struct RateDecision: Sendable, Equatable {
    package let isAllowed: Bool
    /// Units at once.
    package let limit: Int
    /// Units that could be taken now.
    package let remaining: Int
    /// Seconds until the whole limit is there again, rounded up.
    package let reset: Int
    /// Seconds until the refused request would be allowed, rounded up; 0 where it was.
    package let retryAfter: Int
}

/// Units fill it evenly and requests take them out. What it holds follows from the one time it keeps: when it is full again.
struct TokenBucket {
    private var fullAt: ContinuousClock.Instant

    init(fullAt: ContinuousClock.Instant) {
        self.fullAt = fullAt
    }

    /// As good as a new one.
    func isFull(at now: ContinuousClock.Instant) -> Bool { fullAt <= now }

    /// - Parameter cost: in units; more than the burst counts as the burst, so that nothing is refused for ever.
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
    /// Rounded up.
    fileprivate var wholeSeconds: Int {
        Int(components.seconds) + (components.attoseconds > 0 ? 1 : 0)
    }
}
