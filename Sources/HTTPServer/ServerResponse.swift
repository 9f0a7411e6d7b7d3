package import HTTPTypes

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
