package import HTTPTypes
package import SystemSupport

/// A request as its handler gets it. Its head is checked, and its body is read when the handler asks for it.
package struct ServerRequest: Sendable {
    package let head: RequestHead
    package let body: RequestBody
    /// The address at the other end of the connection, which may be that of a proxy; nil on Unix sockets.
    package let peer: IPAddress?

    package init(head: RequestHead, body: RequestBody, peer: IPAddress?) {
        self.head = head
        self.body = body
        self.peer = peer
    }

    package var method: HTTPRequest.Method { head.method }
    package var fields: FieldBlock { head.fields }

    /// The target's path as it was sent, percent-encoded and without its query.
    package var path: Substring { head.target[..<pathEnd] }

    // Bytes are compared, as a target is of ASCII alone.
    private var pathEnd: String.Index {
        head.target.utf8.firstIndex(of: UInt8(ascii: "?")) ?? head.target.endIndex
    }

    /// The target's query as it was sent, without the `?`; nil where the target has no query.
    package var query: Substring? {
        let end = pathEnd
        return end == head.target.endIndex ? nil : head.target[end...].dropFirst()
    }
}

package enum RequestBodyError: Error, Sendable, Equatable {
    case tooLarge(limit: Int)
    /// The client sent more slowly than `ServerConfiguration.minimumRate`.
    case timedOut
    /// The body's framing was broken, or the client closed the connection before the body's end.
    case malformed
}

/// A request's content as a stream of chunks. Content that the handler hasn't asked for stays in the socket. The first
/// call of `next` answers `Expect: 100-continue`.
package struct RequestBody: Sendable {
    /// The value of `Content-Length`; nil for chunked bodies, 0 for a request without a body.
    package let announcedLength: Int?
    private let read: @Sendable () async throws(RequestBodyError) -> ArraySlice<UInt8>?

    /// - Parameter read: returns the next bytes, at least one; nil at the end.
    package init(
        announcedLength: Int?,
        read: @escaping @Sendable () async throws(RequestBodyError) -> ArraySlice<UInt8>?
    ) {
        self.announcedLength = announcedLength
        self.read = read
    }

    /// Returns the next bytes, at least one; nil at the end.
    package func next() async throws(RequestBodyError) -> ArraySlice<UInt8>? { try await read() }

    /// Returns the whole content. It throws `.tooLarge` as soon as the size is known to be over the limit. Where the
    /// length is announced, that is before the first byte.
    package func collect(limit: Int) async throws(RequestBodyError) -> [UInt8] {
        try checkAnnounced(limit: limit)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(announcedLength ?? 0)
        while let chunk = try await next() {
            if bytes.count + chunk.count > limit { throw .tooLarge(limit: limit) }
            bytes.append(contentsOf: chunk)
        }
        return bytes
    }

    package func checkAnnounced(limit: Int) throws(RequestBodyError) {
        if let announcedLength, announcedLength > limit { throw .tooLarge(limit: limit) }
    }
}

/// The answer to a request. The connection adds the fields `Content-Length`, `Transfer-Encoding`, `Date` and
/// `Connection`.
package struct ServerResponse: Sendable {
    package enum Body: Sendable {
        case bytes([UInt8])
        /// Content of unknown length, which the closure writes. Where the closure throws, the connection is closed
        /// without the end of the content. So the client knows that a part is missing.
        case stream(@Sendable (ResponseWriter) async throws -> Void)
    }

    package var head: HTTPResponse
    package var body: Body

    package init(status: HTTPResponse.Status, fields: HTTPFields = [:], body: [UInt8] = []) {
        head = HTTPResponse(status: status, headerFields: fields)
        self.body = .bytes(body)
    }

    package init(status: HTTPResponse.Status, contentType: String, body: [UInt8]) {
        self.init(status: status, fields: [.contentType: contentType], body: body)
    }

    package init(
        status: HTTPResponse.Status, contentType: String,
        stream: @escaping @Sendable (ResponseWriter) async throws -> Void
    ) {
        head = HTTPResponse(status: status, headerFields: [.contentType: contentType])
        body = .stream(stream)
    }

    /// Number of content bytes; nil where the content is a stream.
    package var contentLength: Int? {
        if case .bytes(let bytes) = body { bytes.count } else { nil }
    }
}

/// The client has closed the connection before the answer's end.
package struct ClientGone: Error {}

package struct ResponseWriter: Sendable {
    private let send: @Sendable ([UInt8]) async throws(ClientGone) -> Void

    package init(send: @escaping @Sendable ([UInt8]) async throws(ClientGone) -> Void) {
        self.send = send
    }

    /// Sends bytes to the client. It returns when the connection has room for more, so a producer is never ahead of its
    /// client by more than `ServerConfiguration.outputWindow`.
    package func write(_ bytes: [UInt8]) async throws(ClientGone) {
        try await send(bytes)
    }
}

/// Answers a request. It runs on the connection's event loop, and so does everything that it awaits, except for
/// `offEventLoop` and for actors with an executor of their own. It must not block or compute for long.
package typealias RequestHandler = @Sendable (ServerRequest) async -> ServerResponse

/// Makes the answer to a message that no handler gets, because of a parse error, a time-out or a full server.
package typealias RefusalRenderer = @Sendable (HTTPResponse.Status) -> ServerResponse

/// Runs `work` on the shared thread pool. `@concurrent` alone isn't enough in a handler, because the handler's task
/// prefers the event loop. That preference saves a change of threads each time the handler waits for the client.
package func offEventLoop<R: Sendable, Failure: Error>(
    _ work: @concurrent () async throws(Failure) -> R
) async throws(Failure) -> R {
    try await withTaskExecutorPreference(globalConcurrentExecutor) { () async throws(Failure) in
        try await work()
    }
}
