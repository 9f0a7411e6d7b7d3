import HTTP1
import HTTPTypes
import Sockets

/// One request on a connection and who waits for what: the handler for content, or for room to write. Used on the
/// connection's loop only.
final class Exchange {
    typealias ContentResult = Result<ArraySlice<UInt8>?, RequestBodyError>

    let id: UInt64
    let head: RequestHead
    let started = ContinuousClock.now
    var task: Task<Void, Never>?
    var contentError = RequestBodyError.malformed
    /// When a reader first asked for content.
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
        // A second reader at once is a handler's mistake; the first is let go rather than leaked.
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

    /// - Parameter mayGoOn: false where the client is gone.
    func resumeWriter(_ mayGoOn: Bool) {
        writer?.resume(returning: mayGoOn)
        writer = nil
    }

    /// Ends it: nobody waits for ever.
    func abandon() {
        task?.cancel()
        resumeReader(.failure(.malformed))
        resumeWriter(false)
    }

    /// nil where no answer was begun.
    func record(peer: IPAddress?, isComplete: Bool) -> ExchangeRecord? {
        status.map {
            ExchangeRecord(
                head: head, peer: peer, status: $0, bytesIn: bytesIn, bytesOut: bytesOut,
                duration: started.duration(to: .now), isComplete: isComplete)
        }
    }
}
