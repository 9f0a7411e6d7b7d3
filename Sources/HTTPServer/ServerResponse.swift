package import HTTPTypes

/// An answer. `Content-Length`, `Transfer-Encoding`, `Date` and `Connection` are the connection's to write.
package struct ServerResponse: Sendable {
    package enum Body: Sendable {
        case bytes([UInt8])
        /// Content of unknown length, written while it arises. Where the closure throws, the connection is cut, so
        /// that the client can tell the content is not whole.
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

    /// Bytes of content; nil for a stream.
    package var contentLength: Int? {
        if case .bytes(let bytes) = body { bytes.count } else { nil }
    }
}

/// The client is gone: nobody takes what is written.
package struct ClientGone: Error {}

/// Writes a streamed answer.
package struct ResponseWriter: Sendable {
    let connection: Connection
    let exchange: UInt64

    /// Hands bytes to the client. Returns when the connection has room for more, so that a producer is never further
    /// ahead of its client than `ServerConfiguration.outputWindow`.
    package func write(_ bytes: [UInt8]) async throws(ClientGone) {
        try await connection.write(bytes, of: exchange)
    }
}

/// What a server does with a request. It runs on the connection's event loop, as does what it awaits unless that goes
/// through `offEventLoop` or belongs to an actor with an executor of its own: it must not block or compute for long.
package typealias RequestHandler = @Sendable (ServerRequest) async -> ServerResponse

/// Makes the answer for a message that never became a request: a parse error, a time-out, or no room.
package typealias RefusalRenderer = @Sendable (HTTPResponse.Status) -> ServerResponse

/// Runs `work` on the shared thread pool. `@concurrent` alone isn't enough in a handler: its task prefers the event loop,
/// which saves a change of threads each time it waits for the client.
package func offEventLoop<R: Sendable, Failure: Error>(
    _ work: @concurrent () async throws(Failure) -> R
) async throws(Failure) -> R {
    try await withTaskExecutorPreference(globalConcurrentExecutor) { () async throws(Failure) in
        try await work()
    }
}
