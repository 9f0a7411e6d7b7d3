/// The deadline of a connection. A connection waits for only one thing at a time.
struct ConnectionClock {
    enum Wait { case head, idle, body, write, linger }

    private var armed: (wait: Wait, deadline: ContinuousClock.Instant)?
    /// The time at which output began to wait for the client, and the number of bytes that the client has taken since;
    /// nil where no output waits.
    private var writing: (since: ContinuousClock.Instant, bytes: Int)?

    func isArmed(_ wait: Wait) -> Bool { armed?.wait == wait }

    mutating func disarm() { armed = nil }

    mutating func disarm(_ wait: Wait) {
        if armed?.wait == wait { armed = nil }
    }

    /// Returns the wait whose deadline has passed, and removes its deadline; nil where no deadline has passed.
    mutating func expired(_ now: ContinuousClock.Instant) -> Wait? {
        guard let armed, now >= armed.deadline else { return nil }
        self.armed = nil
        return armed.wait
    }

    mutating func arm(_ wait: Wait, configuration: ServerConfiguration, exchange: ServerExchange?) {
        let now = ContinuousClock.now
        let duration: Duration =
            switch wait {
            case .head: configuration.headerTimeout
            case .idle: configuration.idleTimeout
            case .linger: configuration.lingerTimeout
            case .body:
                Self.timeLeft(
                    configuration.bodyTimeout, bytes: exchange?.bytesIn ?? 0,
                    elapsed: exchange?.contentStarted?.duration(to: now) ?? .zero,
                    rate: configuration.minimumRate)
            case .write:
                Self.timeLeft(
                    configuration.writeTimeout, bytes: writing?.bytes ?? 0,
                    elapsed: writing?.since.duration(to: now) ?? .zero, rate: configuration.minimumRate)
            }
        armed = (wait, now + duration)
    }

    /// Counts bytes that the client has just taken. It must be called when the rest of the output waits for the client.
    mutating func countWritten(_ bytes: Int) {
        if writing == nil { writing = (.now, 0) }
        writing?.bytes += bytes
    }

    /// Ends the wait for the client. It must be called when all output is written.
    mutating func endWriting() {
        writing = nil
        disarm(.write)
    }

    /// Returns the time after which a transfer will be behind its minimum rate by `timeout`. A steady transfer of any
    /// size can continue, but no pause may be longer than `timeout`.
    private static func timeLeft(
        _ timeout: Duration, bytes: Int, elapsed: Duration, rate: Int
    ) -> Duration {
        let earned = Duration.milliseconds(bytes * 1_000 / max(1, rate))
        return min(timeout, timeout + earned - elapsed)
    }
}
