import HTTP1
import HTTPTypes
import Sockets

/// One client: reads requests, runs the handler, writes answers in order. One exchange at a time; what is
/// pipelined behind it waits in the socket. Lives on its event loop's queue.
actor Connection: EventHandler {
    private enum Phase { case open, lingering, closed }
    private enum Wait { case head, idle, body, write, linger }

    private static let readSize = 65_536
    private static let readsPerEvent = 4
    private static let lingerBytes = 4 << 20

    private nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor.asUnownedSerialExecutor() }

    private let socket: Descriptor
    private let configuration: ServerConfiguration
    private let handler: RequestHandler
    private let refusal: RefusalRenderer
    private let onClose: @Sendable (Connection) -> Void

    private var phase = Phase.open
    private var parser: RequestParser
    private var input = InputBuffer()
    private var exchange: Exchange?
    private var nextID: UInt64 = 0
    private var output = OutputBuffer()
    private var closesAfterWrite = false
    private var isDraining = false
    private var peerClosed = false
    private var lingered = 0
    private var interest: Readiness = []
    private var deadline: (wait: Wait, at: ContinuousClock.Instant)?

    init(
        socket: consuming Descriptor, loop: EventLoop, configuration: ServerConfiguration,
        handler: @escaping RequestHandler, refusal: @escaping RefusalRenderer,
        onClose: @escaping @Sendable (Connection) -> Void
    ) {
        self.socket = socket
        self.loop = loop
        self.configuration = configuration
        self.handler = handler
        self.refusal = refusal
        self.onClose = onClose
        parser = RequestParser(limits: configuration.limits)
    }

    // MARK: Events

    func start() {
        // A server that stops may have closed it before its turn came.
        guard phase == .open else { return }
        socket.setNoDelay()
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
        assumeIsolated { $0.checkDeadline(now) }
    }

    /// Lets a request that runs finish and closes then; an idle connection closes now.
    func drain() {
        isDraining = true
        if exchange == nil, phase == .open, input.isEmpty { close() }
    }

    func close() {
        guard phase != .closed else { return }
        phase = .closed
        deadline = nil
        loop.remove(socket)
        exchange?.abandon()
        exchange = nil
        // Counted out before the client can know, so that its next connection finds room.
        onClose(self)
        socket.shutdown()
    }

    private func handle(_ readiness: Readiness) {
        if readiness.contains(.writable) { flush() }
        if readiness.contains(.readable), interest.contains(.readable) {
            receive()
        } else if readiness.contains(.hangup) {
            close()
        }
    }

    private func checkDeadline(_ now: ContinuousClock.Instant) {
        guard let deadline, now >= deadline.at else { return }
        self.deadline = nil
        switch deadline.wait {
        case .head where parser.isInsideHead: refuse(.requestTimeout)
        case .head, .idle, .write, .linger: close()
        case .body: exchange?.fail(.timedOut)
        }
    }

    // MARK: Input

    private func receive() {
        var reads = 0
        while phase != .closed, interest.contains(.readable), reads < Self.readsPerEvent {
            reads += 1
            let transfer = withUnsafeTemporaryAllocation(byteCount: Self.readSize, alignment: 1) { buffer in
                let transfer = socket.receive(into: buffer)
                if case .bytes(let count) = transfer, phase == .open { input.append(buffer.prefix(count)) }
                return transfer
            }
            switch transfer {
            case .wouldBlock: return
            case .bytes(let count):
                if phase == .lingering {
                    lingered += count
                    if lingered > Self.lingerBytes { close() }
                } else {
                    advance()
                }
                if count < Self.readSize { return }
            case .closed:
                peerClosed = true
                if phase == .lingering { close() } else { advance() }
                return
            }
        }
    }

    /// Does what the input allows: starts the next request or carries on with a body.
    private func advance() {
        guard phase == .open else { return }
        if exchange != nil {
            exchange?.decode(&input, window: configuration.bodyWindow)
            if peerClosed { exchange?.fail(.malformed) }
            // The clock runs only while somebody waits for the client.
            if exchange?.hasWaiter == true {
                arm(.body)
            } else if deadline?.wait == .body {
                deadline = nil
            }
        } else if !closesAfterWrite {
            do throws(HTTPParseError) {
                if let head = try parser.nextHead(&input) {
                    begin(head)
                } else if peerClosed {
                    if parser.isInsideHead { refuse(.badRequest) } else { close() }
                } else if parser.isInsideHead, deadline?.wait != .head {
                    arm(.head)
                }
            } catch {
                refuse(HTTPResponse.Status(code: error.status))
            }
        }
        updateInterest()
    }

    private func begin(_ head: RequestHead) {
        let id = nextID
        nextID += 1
        deadline = nil
        var exchange = Exchange(id: id, head: head, limits: configuration.limits)
        let announced: Int? =
            switch head.body {
            case .none: 0
            case .length(let length): length
            case .chunked: nil
            }
        let body = RequestBody(announcedLength: announced) { () async throws(RequestBodyError) in
            try await self.pullBody(of: id)
        }
        let request = ServerRequest(head: head.request, body: body)
        let handler = handler
        exchange.task = Task {
            let response = await handler(request)
            respond(response, to: id)
        }
        self.exchange = exchange
    }

    private func pullBody(of id: UInt64) async throws(RequestBodyError) -> [UInt8]? {
        guard exchange?.id == id else { throw .malformed }
        if exchange?.owesContinue == true {
            exchange?.owesContinue = false
            output.append(ResponseEncoder.continueLine)
            flush()
        }
        if exchange?.bodyStarted == nil { exchange?.bodyStarted = .now }
        advance()
        if let ready = exchange?.takeReady() {
            updateInterest()
            return try ready.get()
        }
        let result = await withCheckedContinuation {
            (continuation: CheckedContinuation<Exchange.BodyResult, Never>) in
            guard exchange != nil else { return continuation.resume(returning: .failure(.malformed)) }
            exchange?.wait(continuation)
            arm(.body)
            updateInterest()
        }
        return try result.get()
    }

    // MARK: Output

    private func respond(_ response: ServerResponse, to id: UInt64) {
        guard phase == .open, var exchange, exchange.id == id else { return }
        exchange.responded = true
        exchange.task = nil
        // Where the body's end isn't known, the next request can't be found.
        let bodyEnded = !exchange.owesContinue && exchange.discardRest(of: &input)
        let head = exchange.head
        self.exchange = exchange
        closesAfterWrite = closesAfterWrite || !head.keepAlive || isDraining || !bodyEnded
        output.append(
            ResponseEncoder.head(
                response, close: closesAfterWrite, keepAliveNotice: head.isHTTP10))
        if head.request.method != .head { output.append(response.body) }
        flush()
    }

    /// Answers what never became a request, and closes.
    private func refuse(_ status: HTTPResponse.Status) {
        let response = refusal(status)
        closesAfterWrite = true
        output.append(ResponseEncoder.head(response, close: true, keepAliveNotice: false))
        output.append(response.body)
        flush()
    }

    private func flush() {
        guard phase == .open else { return }
        switch output.write(to: socket) {
        case .closed: return close()
        case .wouldBlock:
            arm(.write)
            return updateInterest()
        case .bytes: break
        }
        if deadline?.wait == .write { deadline = nil }
        if closesAfterWrite {
            linger()
        } else if exchange?.responded == true {
            exchange = nil
            arm(input.isEmpty ? .idle : .head)
            advance()
        } else {
            updateInterest()
        }
    }

    /// Closing with unread bytes would reset the connection and could destroy the answer on its way.
    private func linger() {
        exchange?.abandon()
        exchange = nil
        if peerClosed { return close() }
        phase = .lingering
        input = InputBuffer()
        socket.shutdownWriting()
        arm(.linger)
        updateInterest()
    }

    // MARK: Waiting

    private func updateInterest() {
        guard phase != .closed else { return }
        var wanted: Readiness = output.isEmpty ? [] : .writable
        if phase == .lingering || wantsInput { wanted.insert(.readable) }
        guard wanted != interest else { return }
        interest = wanted
        loop.setInterest(wanted, of: socket)
    }

    private var wantsInput: Bool {
        if peerClosed { return false }
        guard let exchange else { return !closesAfterWrite }
        if exchange.responded || exchange.owesContinue { return false }
        return !exchange.decoder.isDone && exchange.heldBytes < configuration.bodyWindow
    }

    /// What is left until the body has fallen behind its minimum rate; a steady upload of any size may go on.
    private var bodyAllowance: Duration {
        guard let exchange, let started = exchange.bodyStarted else { return configuration.bodyTimeout }
        let earned = Duration.milliseconds(
            exchange.decodedBytes * 1_000 / max(1, configuration.minimumBodyRate))
        return min(configuration.bodyTimeout, configuration.bodyTimeout + earned - started.duration(to: .now))
    }

    private func arm(_ wait: Wait) {
        let duration =
            switch wait {
            case .head: configuration.headerTimeout
            case .idle: configuration.idleTimeout
            case .body: bodyAllowance
            case .write: configuration.writeTimeout
            case .linger: configuration.lingerTimeout
            }
        deadline = (wait, .now + duration)
    }
}
