package import HTTPTypes

/// The server's side of one HTTP/1.1 connection as a state machine. It takes bytes and events, and returns actions. It
/// has no sockets, clocks or tasks. `docs/http-server.md` has a drawing of it.
///
/// It handles one request at a time. Bytes after that request wait in the input. The caller must not read while neither
/// `wantsRequest` nor `wantsContent` is true; this bounds the input.
package struct ConnectionState: Sendable {
    /// The next thing that the connection's owner must do.
    package enum Action: Sendable, Equatable {
        case wait
        case handle(RequestHead)
        /// The request must be answered with the error's status. Then the connection must be closed, because the bytes
        /// that follow can't be trusted.
        case refuse(HTTPParseError)
        case close
    }

    package enum Content: Sendable, Equatable {
        case chunk(ArraySlice<UInt8>)
        case end
        case wait
        /// The content can't be read to its end. With an error, the body's framing is broken. Without one, the client
        /// closed the connection before the body's end or was too slow.
        case failed(HTTPParseError?)
    }

    private enum Phase: Equatable {
        case head
        /// A handler has the request, and its answer hasn't begun.
        case handling
        case answering(keepsConnection: Bool)
        /// The last answer is being written or was written. No more requests are read.
        case closing
    }

    private let limits: HTTPLimits
    private var phase = Phase.head
    private var parser: RequestParser
    private var input = InputBuffer()
    private var decoder = BodyDecoder(.none)
    private var head: RequestHead?
    private var owesContinue = false
    private var bodyFailed = false
    private var peerEnded = false
    /// Whether the client sent `Connection: close` in its last request.
    private var saidClose = false
    package private(set) var requests = 0

    package init(limits: HTTPLimits = HTTPLimits()) {
        self.limits = limits
        parser = RequestParser(limits: limits)
    }

    package mutating func receive(_ bytes: UnsafeRawBufferPointer) {
        if phase != .closing { input.append(bytes) }
    }

    /// Tells that the client sends no more bytes. Bytes that came before still count.
    package mutating func receiveEnd() { peerEnded = true }

    /// Whether bytes of the next request may be read.
    package var wantsRequest: Bool { phase == .head && !peerEnded }

    /// Whether bytes of the current request's body may be read.
    package var wantsContent: Bool { phase == .handling && !decoder.isDone && !bodyFailed && !peerEnded }

    /// Whether the client has sent its last byte, so that closing the connection loses nothing.
    package var clientIsDone: Bool { peerEnded || saidClose && decoder.isDone && input.isEmpty }

    /// Whether the connection is between two requests, and no byte of the next one has arrived.
    package var isIdle: Bool { phase == .head && !parser.isInsideHead && input.isEmpty }

    /// Whether a part of a request's head has arrived, and its end hasn't.
    package var isInsideHead: Bool { phase == .head && parser.isInsideHead }

    /// Returns the next action. It must be called after each input and after the end of each answer.
    package mutating func next() -> Action {
        switch phase {
        case .closing: return .close
        case .handling, .answering: return .wait
        case .head: break
        }
        do throws(HTTPParseError) {
            guard let head = try parser.nextHead(&input) else {
                guard peerEnded else { return .wait }
                phase = .closing
                return parser.isInsideHead ? .refuse(.malformedRequestLine) : .close
            }
            phase = .handling
            decoder = BodyDecoder(head.body, limits: limits)
            owesContinue = head.expectsContinue
            bodyFailed = false
            saidClose = !head.keepAlive
            requests += 1
            self.head = head
            return .handle(head)
        } catch {
            phase = .closing
            return .refuse(error)
        }
    }

    /// Whether `100 Continue` must be sent before content is read. It is true at most once for each request.
    package mutating func takeContinue() -> Bool {
        defer { owesContinue = false }
        return owesContinue
    }

    package mutating func nextContent() -> Content {
        guard phase == .handling, !bodyFailed else { return .failed(nil) }
        do throws(HTTPParseError) {
            if let chunk = try decoder.next(&input) { return .chunk(chunk) }
        } catch {
            bodyFailed = true
            return .failed(error)
        }
        if decoder.isDone { return .end }
        bodyFailed = peerEnded
        return peerEnded ? .failed(nil) : .wait
    }

    /// Number of bytes that may be read directly into a chunk for the handler, without the input buffer.
    package var contentAhead: Int { phase == .handling && input.isEmpty ? decoder.contentAhead : 0 }

    package mutating func receiveDirectly(_ count: Int) { decoder.skip(count) }

    /// Ends the content of the current request, because the client was too slow.
    package mutating func abandonContent() { bodyFailed = true }

    /// How the client recognises the answer's end (RFC 9112 §6.3).
    package enum AnswerFraming: Sendable, Equatable {
        /// The answer has no content. The answer to a HEAD request still has the `length` in its fields.
        case none(length: Int?)
        case length(Int)
        case chunked
        case untilClose
    }

    package struct AnswerStart: Sendable, Equatable {
        package let framing: AnswerFraming
        /// Whether `Connection: close` is sent and the connection is closed after the answer.
        package let closes: Bool
        /// Whether `Connection: keep-alive` is sent, which HTTP/1.0 clients need.
        package let announcesKeepAlive: Bool

        /// The start of the answer to a malformed message, after which the connection is closed.
        package static func refusal(length: Int) -> AnswerStart {
            AnswerStart(framing: .length(length), closes: true, announcesKeepAlive: false)
        }
    }

    /// Starts the answer to the current request.
    /// - Parameters:
    ///   - length: the content's length in bytes; nil for a stream.
    ///   - mayKeep: false where the server wants to close the connection.
    package mutating func startAnswer(
        status: HTTPResponse.Status, length: Int?, mayKeep: Bool
    ) -> AnswerStart {
        // Unless the body's end has arrived, nobody knows where the next request starts.
        let bodyEnded = !owesContinue && discardContent()
        let isHTTP10 = head?.isHTTP10 ?? false
        var keeps = mayKeep && bodyEnded && head?.keepAlive == true
        let framing: AnswerFraming
        if status.kind == .informational || status == .noContent {
            framing = .none(length: nil)
        } else if status == .notModified || head?.method == .head {
            framing = .none(length: length)
        } else if let length {
            framing = .length(length)
        } else if isHTTP10 {
            framing = .untilClose
            keeps = false
        } else {
            framing = .chunked
        }
        phase = .answering(keepsConnection: keeps)
        return AnswerStart(framing: framing, closes: !keeps, announcesKeepAlive: keeps && isHTTP10)
    }

    /// Ends the answer. It must be called after the last byte of it.
    /// - Returns: whether another request may follow.
    package mutating func endAnswer() -> Bool {
        head = nil
        let keeps = phase == .answering(keepsConnection: true)
        phase = keeps ? .head : .closing
        return keeps
    }

    /// Drops content that has arrived and that the handler didn't read.
    /// - Returns: whether the body's end was reached.
    private mutating func discardContent() -> Bool {
        while case .chunk = nextContent() {}
        return decoder.isDone && !bodyFailed
    }
}
