package import HTTPTypes

/// The checked line and fields of a request, and what they say about the body and the connection.
package struct RequestHead: Sendable, Equatable {
    package let method: HTTPRequest.Method
    /// The target as it was sent: path and query, `*`, or CONNECT's authority. Of an absolute target, the part after its authority.
    package let target: String
    package let fields: FieldBlock
    /// The authority of an absolute target, which has priority over `Host` (RFC 9112 §3.2.2).
    let targetAuthority: String?
    package let body: BodyFraming
    /// Whether the client wants to use the connection for another request.
    package let keepAlive: Bool
    package let expectsContinue: Bool
    /// Whether the client speaks HTTP/1.0. It gets no chunks and no interim answers.
    package let isHTTP10: Bool

    /// The host that the request is for: the target's authority, or else the `Host` field.
    package var authority: String? { targetAuthority ?? fields.host }
}

/// How the end of a body is recognised (RFC 9112 §6).
package enum BodyFraming: Sendable, Equatable {
    case none
    case length(Int)
    case chunked

    /// The body's length in bytes; nil where it is not known beforehand.
    package var announcedLength: Int? {
        switch self {
        case .none: 0
        case .length(let length): length
        case .chunked: nil
        }
    }
}
