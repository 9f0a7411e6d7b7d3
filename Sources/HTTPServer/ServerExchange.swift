import HTTPTypes
import SystemSupport

/// One request on a connection, with its handler's task, which may wait for content or for room to write. It is used
/// only on the connection's event loop.
final class ServerExchange {
    typealias ContentResult = Result<ArraySlice<UInt8>?, RequestBodyError>

    let id: UInt64
    let head: RequestHead
    let started = ContinuousClock.now
    var task: Task<Void, Never>?
    var contentError = RequestBodyError.malformed
    /// The time at which the handler first asked for content; nil before that.
    var contentStarted: ContinuousClock.Instant?
    var bytesIn = 0
    var bytesOut = 0
    var status: HTTPResponse.Status?
    var isChunked = false
    private var reader: CheckedContinuation<ContentResult, Never>?
    private var writer: CheckedContinuation<Bool, Never>?

    init(id: UInt64, head: RequestHead) {
        self.id = id
        self.head = head
    }

    var isReading: Bool { reader != nil }

    func wait(toRead continuation: CheckedContinuation<ContentResult, Never>) {
        // Two calls that read at the same time are a mistake of the handler. The first one gets an error, so that it
        // doesn't wait for ever.
        resumeReader(.failure(.malformed))
        reader = continuation
    }

    func wait(toWrite continuation: CheckedContinuation<Bool, Never>) {
        resumeWriter(false)
        writer = continuation
    }

    func resumeReader(_ result: ContentResult) {
        reader?.resume(returning: result)
        reader = nil
    }

    /// - Parameter mayContinue: false where the client has gone.
    func resumeWriter(_ mayContinue: Bool) {
        writer?.resume(returning: mayContinue)
        writer = nil
    }

    /// Ends the exchange. It cancels the handler and resumes everything that waits.
    func abandon() {
        task?.cancel()
        resumeReader(.failure(.malformed))
        resumeWriter(false)
    }

    /// Returns the exchange's record for the log; nil where no answer had begun.
    func record(peer: IPAddress?, isComplete: Bool) -> ExchangeRecord? {
        status.map {
            ExchangeRecord(
                head: head, peer: peer, status: $0, bytesIn: bytesIn, bytesOut: bytesOut,
                duration: started.duration(to: .now), isComplete: isComplete)
        }
    }
}

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
