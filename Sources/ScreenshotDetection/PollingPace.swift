/// How often folders are looked at without an event: sooner where something just happened, later where nothing does.
package struct PollingPace: Sendable {
    /// Right after a screenshot others may follow, or the same one is still being written.
    package static let quick = Duration.seconds(1)
    package static let usual = Duration.seconds(2)
    /// Still within the 3 s that a screenshot may wait.
    package static let slow = Duration.milliseconds(2_800)
    static let quickFor = Duration.seconds(10)
    static let slowAfter = Duration.seconds(60)

    private var lastActivity: ContinuousClock.Instant
    private var hasSeenAny = false

    package init(now: ContinuousClock.Instant) {
        lastActivity = now
    }

    package mutating func noteActivity(_ now: ContinuousClock.Instant) {
        lastActivity = now
        hasSeenAny = true
    }

    package func interval(_ now: ContinuousClock.Instant) -> Duration {
        let quiet = now - lastActivity
        if hasSeenAny, quiet < Self.quickFor { return Self.quick }
        return quiet < Self.slowAfter ? Self.usual : Self.slow
    }
}
