package import HTTPTypes

/// What a handler gets: the checked head and a body that is read only when asked for.
package struct ServerRequest: Sendable {
    package let head: HTTPRequest
    package let body: RequestBody

    /// The target's path without its query, as sent.
    package var path: Substring { (head.path ?? "/").prefix { $0 != "?" } }
}

/// Why a body could not be read to its end.
package enum RequestBodyError: Error, Sendable, Equatable {
    /// More bytes than the reader allows; `limit` in bytes.
    case tooLarge(limit: Int)
    /// The client sent nothing for too long.
    case timedOut
    /// The framing was broken or the client closed before the end.
    case malformed
}

/// A request's content as a stream of chunks, pulled: what isn't asked for stays in the socket.
/// The first pull answers `Expect: 100-continue`.
package struct RequestBody: Sendable {
    /// From `Content-Length`; nil for chunked bodies, 0 where there is none.
    package let announcedLength: Int?
    private let pull: @Sendable () async throws(RequestBodyError) -> [UInt8]?

    init(announcedLength: Int?, pull: @escaping @Sendable () async throws(RequestBodyError) -> [UInt8]?) {
        self.announcedLength = announcedLength
        self.pull = pull
    }

    /// The next bytes, never empty; nil at the end.
    package func next() async throws(RequestBodyError) -> [UInt8]? {
        try await pull()
    }

    /// The whole content, or `.tooLarge` as soon as that is certain: from the announced length before any byte.
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
