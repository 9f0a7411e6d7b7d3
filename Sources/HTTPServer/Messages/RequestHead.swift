package import HTTPTypes

/// The request line and the fields of a request, both checked, and what they say about the body and the connection.
package struct RequestHead: Sendable, Equatable {
    package let method: HTTPRequest.Method
    /// The target as it was sent: path and query, `*`, or the authority of CONNECT. Of an absolute target, it is the
    /// part after the authority.
    package let target: String
    package let fields: FieldBlock
    /// The authority of an absolute target, which has priority over `Host` (RFC 9112 §3.2.2); nil for other targets.
    let targetAuthority: String?
    package let body: BodyFraming
    /// Whether the client may send another request on the connection.
    package let keepAlive: Bool
    package let expectsContinue: Bool
    /// Whether the client uses HTTP/1.0. Such a client gets no chunks and no interim answers.
    package let isHTTP10: Bool

    /// The host that the request is for: the target's authority, or else the value of `Host`.
    package var authority: String? { targetAuthority ?? fields.host }

    /// The same request for another path and query.
    package func with(target: String) -> RequestHead {
        RequestHead(
            method: method, target: target, fields: fields, targetAuthority: targetAuthority, body: body,
            keepAlive: keepAlive, expectsContinue: expectsContinue, isHTTP10: isHTTP10)
    }
}

/// How the end of a body is recognised (RFC 9112 §6).
package enum BodyFraming: Sendable, Equatable {
    case none
    case length(Int)
    case chunked

    /// The body's length in bytes; nil where it isn't known before the body's end.
    package var announcedLength: Int? {
        switch self {
        case .none: 0
        case .length(let length): length
        case .chunked: nil
        }
    }
}
