import HTTPTypes
import SystemSupport

extension Connection {
    func answer(_ response: ServerResponse, to id: UInt64) async {
        guard phase == .open, exchange?.id == id else { return }
        let mayKeep = !isDraining && state.requests < context.configuration.maxRequestsPerConnection
        let start = state.startAnswer(
            status: response.head.status, length: response.contentLength, mayKeep: mayKeep)
        exchange?.status = response.head.status
        clock.disarm(.body)
        switch response.body {
        case .bytes(let bytes):
            output.append(ResponseEncoder.head(response.head, start, extra: bytes.count))
            if case .length = start.framing {
                output.append(bytes)
                exchange?.bytesOut = bytes.count
            }
        case .stream(let produce):
            output.append(ResponseEncoder.head(response.head, start, extra: 0))
            guard await stream(produce, start.framing, of: id) else { return }
        }
        exchange?.task = nil
        afterOutput = state.endAnswer() ? .nextRequest : .close
        flush()
    }

    /// Answers a malformed or late message, and closes the connection.
    func refuse(_ status: HTTPResponse.Status) {
        context.observer?(.messageRefused(status, peer))
        output.append(refusal: context.refusal(status))
        afterOutput = .close
        flush()
    }

    /// Writes as much as the client takes. After the last byte, `afterOutput` says what the connection does next.
    func flush() {
        guard phase == .open else { return }
        let before = output.count
        switch output.write(to: socket) {
        case .closed: return close()
        case .wouldBlock:
            clock.countWritten(before - output.count)
            arm(.write)
        case .bytes: clock.endWriting()
        }
        if output.count <= context.configuration.outputWindow { exchange?.resumeWriter(true) }
        if output.isEmpty { outputIsWritten() }
        updateInterest()
    }

    private func outputIsWritten() {
        switch afterOutput {
        case .wait: break
        case .nextRequest:
            afterOutput = .wait
            endExchange(isComplete: true)
            if isDraining, state.isIdle { close() } else { advance() }
        case .close: linger()
        }
    }

    /// Reads and drops bytes for a while before the connection is closed. Closing with unread bytes would reset the
    /// connection, and a reset can destroy the answer.
    private func linger() {
        endExchange(isComplete: true)
        if state.clientIsDone { return close() }
        phase = .lingering
        socket.shutdownWriting()
        arm(.linger)
    }

    // MARK: Streams

    /// Runs a producer until it has written its whole content.
    /// - Returns: false where the connection was closed meanwhile.
    private func stream(
        _ produce: @Sendable (ResponseWriter) async throws -> Void, _ framing: ConnectionState.AnswerFraming,
        of id: UInt64
    ) async -> Bool {
        exchange?.isChunked = framing == .chunked
        flush()
        if case .none = framing { return phase == .open }
        do {
            try await produce(
                ResponseWriter { bytes throws(ClientGone) in try await self.write(bytes, of: id) })
        } catch {
            // The end of the content isn't sent, so the client knows that a part is missing.
            if phase == .open, exchange?.id == id { close() }
            return false
        }
        guard phase == .open, exchange?.id == id else { return false }
        if framing == .chunked { output.append(ResponseEncoder.lastChunk) }
        return true
    }

    func write(_ bytes: [UInt8], of id: UInt64) async throws(ClientGone) {
        guard phase == .open, let current = exchange, current.id == id else { throw ClientGone() }
        // An empty chunk would mean the end of the content.
        if bytes.isEmpty { return }
        if current.isChunked { output.append(ResponseEncoder.chunkStart(bytes.count)) }
        output.append(bytes)
        if current.isChunked { output.append(Array("\r\n".utf8)) }
        exchange?.bytesOut += bytes.count
        flush()
        if phase == .open, output.count > context.configuration.outputWindow {
            let mayContinue = await withCheckedContinuation {
                (continuation: CheckedContinuation<Bool, Never>) in
                guard phase == .open, exchange?.id == id else { return continuation.resume(returning: false) }
                exchange?.wait(toWrite: continuation)
            }
            if !mayContinue { throw ClientGone() }
        }
        if phase != .open { throw ClientGone() }
    }
}

/// The bytes that wait to be written. Large arrays are kept as they are, and small ones are joined.
struct OutputBuffer {
    /// Largest size in bytes of arrays that are joined. Below that, copying is cheaper than another system call.
    private static let joinedSize = 16_384

    private var parts: [[UInt8]] = []
    private var offset = 0
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    mutating func append(_ bytes: [UInt8]) {
        if bytes.isEmpty { return }
        count += bytes.count
        if let last = parts.indices.last, parts[last].count + bytes.count <= Self.joinedSize {
            parts[last].append(contentsOf: bytes)
        } else {
            parts.append(bytes)
        }
    }

    /// Appends the whole answer to a malformed message, which is the connection's last.
    mutating func append(refusal response: ServerResponse) {
        let length = response.contentLength ?? 0
        append(ResponseEncoder.head(response.head, .refusal(length: length), extra: length))
        if case .bytes(let bytes) = response.body { append(bytes) }
    }

    /// Writes until nothing is left (`.bytes`), or the socket takes no more bytes.
    mutating func write(to socket: borrowing Descriptor) -> Transfer {
        var total = 0
        while let first = parts.first {
            let transfer = first.withUnsafeBytes { bytes in
                socket.send(UnsafeRawBufferPointer(rebasing: bytes[offset...]))
            }
            guard case .bytes(let written) = transfer else { return transfer }
            total += written
            count -= written
            offset += written
            if offset == first.count {
                if parts.count == 1 { parts = [] } else { parts.removeFirst() }
                offset = 0
            }
        }
        return .bytes(total)
    }
}
