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
