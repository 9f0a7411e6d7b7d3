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
