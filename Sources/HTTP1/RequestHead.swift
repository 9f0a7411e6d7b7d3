package import HTTPTypes

/// A request's line and fields, checked, with what they say about the body and the connection.
package struct RequestHead: Sendable, Equatable {
    package let method: HTTPRequest.Method
    /// The target as sent: path and query, `*`, or CONNECT's authority. Of an absolute target, what follows its
    /// authority.
    package let target: String
    package let fields: FieldBlock
    /// From an absolute target, which overrules `Host` (RFC 9112 §3.2.2).
    let targetAuthority: String?
    package let body: BodyFraming
    /// Whether the client lets the connection live after this exchange.
    package let keepAlive: Bool
    package let expectsContinue: Bool
    /// HTTP/1.0 clients get no chunks and no interim answers.
    package let isHTTP10: Bool

    /// Whom the request is for: the target's authority, else `Host`.
    package var authority: String? { targetAuthority ?? fields.host }
}

/// How the end of a body is found (RFC 9112 §6).
package enum BodyFraming: Sendable, Equatable {
    case none
    case length(Int)
    case chunked

    /// Bytes to come, nil where only the body itself tells.
    package var announcedLength: Int? {
        switch self {
        case .none: 0
        case .length(let length): length
        case .chunked: nil
        }
    }
}
