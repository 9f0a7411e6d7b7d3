package import HTTP1
package import HTTPTypes
package import Sockets

/// What a handler gets: the checked head and a body that is read only when asked for.
package struct ServerRequest: Sendable {
    package let head: RequestHead
    package let body: RequestBody
    /// Who is at the other end of the connection, which may be a proxy; nil on Unix sockets.
    package let peer: IPAddress?

    package var method: HTTPRequest.Method { head.method }
    package var fields: FieldBlock { head.fields }

    /// The target's path as sent: percent-encoded, without its query.
    package var path: Substring { head.target.prefix { $0 != "?" } }

    /// What stands behind the target's `?`, as sent; nil where there is none.
    package var query: Substring? {
        let path = path
        return path.endIndex == head.target.endIndex ? nil : head.target[path.endIndex...].dropFirst()
    }
}

/// Why a body could not be read to its end.
package enum RequestBodyError: Error, Sendable, Equatable {
    /// More bytes than the reader allows; `limit` in bytes.
    case tooLarge(limit: Int)
    /// The client sent too little for too long.
    case timedOut
    /// The framing was broken or the client closed before the end.
    case malformed
}

/// A request's content as a stream of chunks, pulled: what isn't asked for stays in the socket.
/// The first pull answers `Expect: 100-continue`.
package struct RequestBody: Sendable {
    /// From `Content-Length`; nil for chunked bodies, 0 where there is none.
    package let announcedLength: Int?
    let connection: Connection
    let exchange: UInt64

    /// The next bytes, never empty; nil at the end.
    package func next() async throws(RequestBodyError) -> ArraySlice<UInt8>? {
        try await connection.content(of: exchange)
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
