/// What a connection waits for and until when. One wait at a time.
struct ConnectionClock {
    enum Wait { case head, idle, body, write, linger }

    private var armed: (wait: Wait, deadline: ContinuousClock.Instant)?
    /// Since when output has waited for the client, and how much of it was taken since.
    private var writing: (since: ContinuousClock.Instant, bytes: Int)?

    func isArmed(_ wait: Wait) -> Bool { armed?.wait == wait }

    mutating func disarm() { armed = nil }

    mutating func disarm(_ wait: Wait) {
        if armed?.wait == wait { armed = nil }
    }

    /// The wait that is over, if one is; it is disarmed.
    mutating func expired(_ now: ContinuousClock.Instant) -> Wait? {
        guard let armed, now >= armed.deadline else { return nil }
        self.armed = nil
        return armed.wait
    }

    mutating func arm(_ wait: Wait, configuration: ServerConfiguration, exchange: Exchange?) {
        let now = ContinuousClock.now
        let duration: Duration =
            switch wait {
            case .head: configuration.headerTimeout
            case .idle: configuration.idleTimeout
            case .linger: configuration.lingerTimeout
            case .body:
                Self.allowance(
                    configuration.bodyTimeout, bytes: exchange?.bytesIn ?? 0,
                    elapsed: exchange?.contentStarted?.duration(to: now) ?? .zero,
                    rate: configuration.minimumRate)
            case .write:
                Self.allowance(
                    configuration.writeTimeout, bytes: writing?.bytes ?? 0,
                    elapsed: writing?.since.duration(to: now) ?? .zero, rate: configuration.minimumRate)
            }
        armed = (wait, now + duration)
    }

    /// Output is waiting for the client, which has just taken `bytes` of it.
    mutating func countWritten(_ bytes: Int) {
        if writing == nil { writing = (.now, 0) }
        writing?.bytes += bytes
    }

    /// All output is gone.
    mutating func endWriting() {
        writing = nil
        disarm(.write)
    }

    /// What is left until a transfer has fallen behind its minimum rate; a steady one of any size may go on, but no
    /// pause is longer than `timeout`.
    private static func allowance(
        _ timeout: Duration, bytes: Int, elapsed: Duration, rate: Int
    ) -> Duration {
        let earned = Duration.milliseconds(bytes * 1_000 / max(1, rate))
        return min(timeout, timeout + earned - elapsed)
    }
}
