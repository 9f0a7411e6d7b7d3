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
