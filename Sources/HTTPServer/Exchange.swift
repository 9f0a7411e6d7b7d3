import HTTP1

/// One request on a connection and how far it has come: its body going in, its answer going out.
struct Exchange {
    typealias BodyResult = Result<[UInt8]?, RequestBodyError>

    let id: UInt64
    let head: RequestHead
    var decoder: BodyDecoder
    /// Whether the client still waits for `100 Continue`.
    var owesContinue: Bool
    var task: Task<Void, Never>?
    var responded = false
    private var chunks: [[UInt8]] = []
    private(set) var heldBytes = 0
    private(set) var decodedBytes = 0
    /// When a reader first asked for the body.
    var bodyStarted: ContinuousClock.Instant?
    private(set) var bodyError: RequestBodyError?
    private var waiter: CheckedContinuation<BodyResult, Never>?

    init(id: UInt64, head: RequestHead, limits: HTTPLimits) {
        self.id = id
        self.head = head
        decoder = BodyDecoder(head.body, limits: limits)
        owesContinue = head.expectsContinue
    }

    var hasWaiter: Bool { waiter != nil }

    /// What a pull can have at once; nil where it has to wait.
    mutating func takeReady() -> BodyResult? {
        if !chunks.isEmpty {
            let chunk = chunks.removeFirst()
            heldBytes -= chunk.count
            return .success(chunk)
        }
        if let bodyError { return .failure(bodyError) }
        return decoder.isDone ? .success(nil) : nil
    }

    mutating func wait(_ continuation: CheckedContinuation<BodyResult, Never>) {
        // A second reader at once is a handler's mistake; the first is let go rather than leaked.
        waiter?.resume(returning: .failure(.malformed))
        waiter = continuation
    }

    /// Decodes what the buffer holds, up to `window` held bytes, and wakes the reader.
    mutating func decode(_ input: inout InputBuffer, window: Int) {
        do throws(HTTPParseError) {
            while heldBytes < window, bodyError == nil, let chunk = try decoder.next(&input) {
                chunks.append(chunk)
                heldBytes += chunk.count
                decodedBytes += chunk.count
            }
        } catch {
            bodyError = .malformed
        }
        wake()
    }

    mutating func fail(_ error: RequestBodyError) {
        if bodyError == nil, !decoder.isDone { bodyError = error }
        wake()
    }

    /// Drops what the handler didn't read. Whether the body's end is known, so that another request may follow.
    mutating func discardRest(of input: inout InputBuffer) -> Bool {
        chunks.removeAll()
        while bodyError == nil, !decoder.isDone {
            heldBytes = 0
            let before = input.count
            decode(&input, window: .max)
            chunks.removeAll()
            if input.count == before { break }
        }
        return decoder.isDone && bodyError == nil
    }

    /// Ends it: nobody waits for ever.
    mutating func abandon() {
        task?.cancel()
        waiter?.resume(returning: .failure(.malformed))
        waiter = nil
    }

    private mutating func wake() {
        guard let waiter, let ready = takeReady() else { return }
        self.waiter = nil
        waiter.resume(returning: ready)
    }
}
