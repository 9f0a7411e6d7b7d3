import HTTPTypes
import SystemSupport

/// The connection of one client. It moves bytes between the socket and the `ConnectionState`, which makes the
/// decisions. It also runs the handler and checks deadlines. It is isolated to its event loop.
/// `Connection+Output.swift` has the functions that write.
actor Connection: EventHandler {
    enum Phase { case open, lingering, closed }

    /// Largest number of reads for one event, because other connections share the loop.
    private static let readsPerEvent = 4
    /// Smallest and largest size in bytes of a read into a chunk for the handler. The largest bounds the memory of a
    /// connection.
    private static let directReadSizes = 8_192...262_144
    /// Smallest number of content bytes for which a direct read is worthwhile. Fewer are read into the input buffer
    /// with the bytes that follow them.
    private static let directReadMinimum = 4_096
    /// Size of the next direct read, as a multiple of the number of bytes that the last one got.
    private static let directReadGrowth = 4
    /// Largest number of bytes that are dropped after the last answer. A client that sends more isn't reading the
    /// answer.
    private static let lingerBytes = 4 << 20

    nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    let socket: Descriptor
    nonisolated let peer: IPAddress?
    let context: ServerContext

    var phase = Phase.open
    var state: ConnectionState
    var exchange: ServerExchange?
    var output = OutputBuffer()
    var afterOutput = AfterOutput.wait
    var clock = ConnectionClock()
    var isDraining = false
    private var nextID: UInt64 = 0
    private var lingered = 0
    private var interest: Readiness = []
    private var isAdvancing = false
    /// Whether the last read filled its buffer. Then the socket may hold more bytes.
    private var mayHaveMore = false
    /// Number of reads that may still be made for the current event.
    private var readsLeft = 0
    private var directReadSize = directReadSizes.upperBound
    /// Content that was read directly, without the input buffer; nil where there is none.
    private var directChunk: ArraySlice<UInt8>?

    enum AfterOutput { case wait, nextRequest, close }

    init(socket: consuming Descriptor, peer: IPAddress?, loop: EventLoop, context: ServerContext) {
        self.socket = socket
        self.peer = peer
        self.loop = loop
        self.context = context
        state = ConnectionState(limits: context.configuration.limits)
    }

    // MARK: Events

    func start() {
        // A server that is stopping may already have closed the connection.
        guard phase == .open else { return }
        interest = .readable
        do {
            try loop.add(socket, interest: interest, handler: self)
            arm(.head)
        } catch {
            close()
        }
    }

    nonisolated func ready(_ readiness: Readiness) {
        assumeIsolated { $0.handle(readiness) }
    }

    nonisolated func tick(now: ContinuousClock.Instant) {
        assumeIsolated { $0.checkClock(now) }
    }

    /// Closes the connection: at once if it is idle, and otherwise after its current request.
    func drain() {
        isDraining = true
        if phase == .open, exchange == nil, state.isIdle { close() }
    }

    func close() {
        guard phase != .closed else { return }
        phase = .closed
        clock.disarm()
        loop.remove(socket)
        endExchange(isComplete: false)
        // The connection is removed before the client notices its end. So there is room for the client's next
        // connection.
        context.connections.remove(self)
        context.observer?(.connectionClosed(requests: state.requests))
        socket.shutdown()
    }

    func endExchange(isComplete: Bool) {
        guard let ended = exchange else { return }
        exchange = nil
        ended.abandon()
        if let observer = context.observer, let record = ended.record(peer: peer, isComplete: isComplete) {
            observer(.exchangeEnded(record))
        }
    }

    private func handle(_ readiness: Readiness) {
        if readiness.contains(.writable) { flush() }
        if readiness.contains(.readable), wantsInput {
            receive()
        } else if readiness.contains(.hangup) {
            close()
        } else {
            setInterest(neededInterest)
        }
    }

    private func checkClock(_ now: ContinuousClock.Instant) {
        guard let wait = clock.expired(now) else { return }
        switch wait {
        case .head where state.isInsideHead: refuse(.requestTimeout)
        case .head, .idle, .write, .linger: close()
        case .body:
            state.abandonContent()
            exchange?.contentError = .timedOut
            exchange?.resumeReader(.failure(.timedOut))
        }
    }

    // MARK: Input

    private var wantsInput: Bool {
        switch phase {
        case .closed: false
        case .lingering: true
        case .open:
            // Bytes after a request stay in the kernel until the request is answered.
            if let exchange {
                exchange.isReading && state.wantsContent
            } else {
                output.isEmpty && state.wantsRequest
            }
        }
    }

    private func receive() {
        readsLeft = Self.readsPerEvent
        repeat {
            readsLeft -= 1
            guard readOnce() else { break }
            advance()
        } while wantsInput && mayHaveMore && readsLeft > 0
        updateInterest()
    }

    /// Reads from the socket once.
    /// - Returns: false where nothing was read, or the connection isn't open any more.
    private func readOnce() -> Bool {
        if phase == .open, state.contentAhead >= Self.directReadMinimum { return readDirectly() }
        let transfer = loop.withScratch { buffer in
            let transfer = socket.receive(into: buffer)
            if case .bytes(let count) = transfer {
                mayHaveMore = count == buffer.count
                if phase == .open { state.receive(UnsafeRawBufferPointer(rebasing: buffer.prefix(count))) }
            }
            return transfer
        }
        switch transfer {
        case .bytes(let count):
            guard phase == .lingering else { return true }
            lingered += count
            if lingered > Self.lingerBytes { close() }
            return false
        case .wouldBlock:
            mayHaveMore = false
            return false
        case .closed:
            mayHaveMore = false
            state.receiveEnd()
            if phase == .lingering { close() }
            return phase == .open
        }
    }

    /// Reads content into the memory that the handler gets, so that only the kernel copies it.
    private func readDirectly() -> Bool {
        let wanted = min(state.contentAhead, directReadSize)
        var transfer = Transfer.closed
        let chunk = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
            transfer = socket.receive(into: UnsafeMutableRawBufferPointer(buffer))
            if case .bytes(let received) = transfer { count = received }
        }
        mayHaveMore = chunk.count == wanted
        // The size depends on how fast the client sends, so that a slow client doesn't take much memory.
        let size = chunk.count * Self.directReadGrowth
        directReadSize = min(max(size, Self.directReadSizes.lowerBound), Self.directReadSizes.upperBound)
        switch transfer {
        case .bytes(let count):
            state.receiveDirectly(count)
            directChunk = chunk[...]
        case .wouldBlock: return false
        case .closed: state.receiveEnd()
        }
        return true
    }

    /// Continues as far as the input allows, with the current body or with the next request.
    func advance() {
        // A handler that answers at once calls this function again while the loop below runs.
        guard !isAdvancing else { return }
        isAdvancing = true
        defer { isAdvancing = false }
        if exchange?.isReading == true, let content = takeContent() {
            clock.disarm(.body)
            exchange?.resumeReader(content)
        }
        while phase == .open, exchange == nil, output.isEmpty {
            switch state.next() {
            case .handle(let head): begin(head)
            case .refuse(let error): refuse(HTTPResponse.Status(code: error.status))
            case .close: close()
            case .wait:
                if !clock.isArmed(.head) { arm(state.isIdle ? .idle : .head) }
                return
            }
        }
    }

    private func begin(_ head: RequestHead) {
        let id = nextID
        nextID += 1
        clock.disarm()
        exchange = ServerExchange(id: id, head: head)
        let request = ServerRequest(
            head: head,
            body: RequestBody(announcedLength: head.body.announcedLength) { () throws(RequestBodyError) in
                try await self.content(of: id)
            },
            peer: peer)
        let handler = context.handler
        let task = Task(executorPreference: loop) {
            let response = await handler(request)
            await self.answer(response, to: id)
        }
        if exchange?.id == id { exchange?.task = task }
    }

    // MARK: Content

    func content(of id: UInt64) async throws(RequestBodyError) -> ArraySlice<UInt8>? {
        guard phase == .open, exchange?.id == id else { throw .malformed }
        if state.takeContinue() {
            output.append(ResponseEncoder.continueLine)
            flush()
        }
        if exchange?.contentStarted == nil { exchange?.contentStarted = .now }
        repeat {
            if let content = takeContent() { return try content.get() }
        } while readMore()
        let result = await withCheckedContinuation {
            (continuation: CheckedContinuation<ServerExchange.ContentResult, Never>) in
            guard phase == .open, exchange?.id == id else {
                return continuation.resume(returning: .failure(.malformed))
            }
            exchange?.wait(toRead: continuation)
            arm(.body)
            updateInterest()
        }
        return try result.get()
    }

    /// Reads again where the last read may have left bytes in the socket. It makes at most `readsPerEvent` reads for
    /// one event.
    private func readMore() -> Bool {
        guard mayHaveMore, readsLeft > 0 else { return false }
        readsLeft -= 1
        return readOnce()
    }

    /// Returns the content that the handler can have now; nil where it must wait.
    private func takeContent() -> ServerExchange.ContentResult? {
        if let chunk = directChunk {
            directChunk = nil
            exchange?.bytesIn += chunk.count
            return .success(chunk)
        }
        switch state.nextContent() {
        case .chunk(let chunk):
            exchange?.bytesIn += chunk.count
            return .success(chunk)
        case .end: return .success(nil)
        case .failed: return .failure(exchange?.contentError ?? .malformed)
        case .wait: return nil
        }
    }

    // MARK: Waiting

    private var neededInterest: Readiness {
        switch (wantsInput, output.isEmpty) {
        case (true, true): .readable
        case (true, false): [.readable, .writable]
        case (false, true): []
        case (false, false): .writable
        }
    }

    /// Registers for the events that the connection needs. A registration for reading that isn't needed stays until an
    /// event comes. For most requests that saves two system calls.
    func updateInterest() {
        // A shortcut for the state that most connections are in.
        if interest == .readable, output.isEmpty { return }
        let needed = neededInterest
        if !needed.isSubset(of: interest) || interest.contains(.writable) != needed.contains(.writable) {
            setInterest(needed)
        }
    }

    private func setInterest(_ wanted: Readiness) {
        guard phase != .closed, wanted != interest else { return }
        interest = wanted
        loop.setInterest(wanted, of: socket)
    }

    func arm(_ wait: ConnectionClock.Wait) {
        clock.arm(wait, configuration: context.configuration, exchange: exchange)
    }
}
