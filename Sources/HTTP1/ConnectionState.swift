package import HTTPTypes

/// A server's side of one HTTP/1.1 connection as a pure state machine: bytes and events go in, what to do comes out.
/// No sockets, no clocks, no tasks; `docs/http-server.md` draws it.
///
/// One request is in hand at a time. What a client sends behind it waits in the input, which the caller bounds by not
/// reading while neither `wantsRequest` nor `wantsContent` is true.
package struct ConnectionState: Sendable {
    /// What the connection's owner should do next.
    package enum Action: Sendable, Equatable {
        case wait
        /// Hand this request to its handler.
        case handle(RequestHead)
        /// Answer with the error's status and close: nothing more can be trusted.
        case refuse(HTTPParseError)
        case close
    }

    /// What a handler that asked for content gets.
    package enum Content: Sendable, Equatable {
        case chunk(ArraySlice<UInt8>)
        case end
        case wait
        /// The framing is broken; without an error, the client ended before the body did or was too slow.
        case failed(HTTPParseError?)
    }

    private enum Phase: Equatable {
        case head
        /// A request is in hand and not answered yet.
        case handling
        case answering(keepsConnection: Bool)
        /// The last answer is written or being written: nothing is read as a request any more.
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
    /// Whether the last request was the client's last by its own word.
    private var saidClose = false
    /// Requests handed out so far.
    package private(set) var requests = 0

    package init(limits: HTTPLimits = HTTPLimits()) {
        self.limits = limits
        parser = RequestParser(limits: limits)
    }

    // MARK: Input

    package mutating func receive(_ bytes: UnsafeRawBufferPointer) {
        if phase != .closing { input.append(bytes) }
    }

    /// The client has ended its side; what came before still counts.
    package mutating func receiveEnd() { peerEnded = true }

    /// Whether the next request, or more of it, may be read.
    package var wantsRequest: Bool { phase == .head && !peerEnded }

    /// Whether more of the body of the request in hand may be read.
    package var wantsContent: Bool { phase == .handling && !decoder.isDone && !bodyFailed && !peerEnded }

    /// Whether the client has said all it wanted to: nothing of it can be lost by a close.
    package var clientIsDone: Bool { peerEnded || saidClose && decoder.isDone && input.isEmpty }

    /// Between requests: nothing of the next one has come.
    package var isIdle: Bool { phase == .head && !parser.isInsideHead && input.isEmpty }

    /// Whether a request's head has begun and isn't complete.
    package var isInsideHead: Bool { phase == .head && parser.isInsideHead }

    /// Call after input and after an answer's end.
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

    // MARK: Content

    /// Whether `100 Continue` has to be sent before content is read; true once a request at most.
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

    /// How many bytes may be read straight into a chunk for the handler, past the input buffer.
    package var contentAhead: Int { phase == .handling && input.isEmpty ? decoder.contentAhead : 0 }

    /// Reports what was read so.
    package mutating func receiveDirectly(_ count: Int) { decoder.skip(count) }

    /// No more content will be taken for this request: the client was too slow.
    package mutating func abandonContent() { bodyFailed = true }

    // MARK: Answers

    /// How an answer's end is told to the client (RFC 9112 §6.3).
    package enum AnswerFraming: Sendable, Equatable {
        /// No content at all; `length` is still told to HEAD.
        case none(length: Int?)
        case length(Int)
        case chunked
        case untilClose
    }

    package struct AnswerStart: Sendable, Equatable {
        package let framing: AnswerFraming
        /// `Connection: close` is sent, and meant.
        package let closes: Bool
        /// A 1.0 client must be told that the connection stays.
        package let announcesKeepAlive: Bool

        /// The answer to what was no request: it ends the connection.
        package static func refusal(length: Int) -> AnswerStart {
            AnswerStart(framing: .length(length), closes: true, announcesKeepAlive: false)
        }
    }

    /// Starts the answer to the request in hand.
    /// - Parameters:
    ///   - length: the content's length; nil for a stream.
    ///   - mayKeep: false where the server wants the connection to end.
    package mutating func startAnswer(
        status: HTTPResponse.Status, length: Int?, mayKeep: Bool
    ) -> AnswerStart {
        // Where the body's end isn't known, the next request can't be found.
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

    /// The answer is handed over whole. Whether another request may follow.
    package mutating func endAnswer() -> Bool {
        head = nil
        let keeps = phase == .answering(keepsConnection: true)
        phase = keeps ? .head : .closing
        return keeps
    }

    /// Drops what the handler didn't read, as far as it is there. Whether the body's end was reached.
    private mutating func discardContent() -> Bool {
        while case .chunk = nextContent() {}
        return decoder.isDone && !bodyFailed
    }
}
