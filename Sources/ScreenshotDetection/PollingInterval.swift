/// How long to wait between two polls of the folders: shorter after a screenshot, longer while nothing happens.
package struct PollingInterval: Sendable {
    /// Interval after a screenshot, when others may follow and the same file may still be written.
    package static let quick = Duration.seconds(1)
    package static let normal = Duration.seconds(2)
    /// Interval while nothing happens. In a folder without events, a screenshot must be noticed within 3 s; this leaves
    /// 0.2 s for reading it.
    package static let slow = Duration.milliseconds(2_800)
    /// Time after a screenshot during which `quick` applies: long enough for several screenshots that are taken by
    /// hand.
    static let quickPeriod = Duration.seconds(10)
    /// Time without a screenshot after which `slow` applies. A longer interval saves system calls and has no other use.
    static let slowAfter = Duration.seconds(60)

    private var lastActivity: ContinuousClock.Instant
    private var hasSeenActivity = false

    package init(now: ContinuousClock.Instant) {
        lastActivity = now
    }

    package mutating func recordActivity(_ now: ContinuousClock.Instant) {
        lastActivity = now
        hasSeenActivity = true
    }

    package func interval(_ now: ContinuousClock.Instant) -> Duration {
        let quiet = now - lastActivity
        if hasSeenActivity, quiet < Self.quickPeriod { return Self.quick }
        return quiet < Self.slowAfter ? Self.normal : Self.slow
    }
}
