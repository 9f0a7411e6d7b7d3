package import HTTPTypes

/// A request's line and fields, checked, with what they say about the body and the connection.
package struct RequestHead: Sendable, Equatable {
    /// Method, path (with query, as sent) and fields. `Host` is moved to the request's authority.
    package var request: HTTPRequest
    package var body: BodyFraming
    /// Whether the client lets the connection live after this exchange.
    package var keepAlive: Bool
    package var expectsContinue: Bool
    /// HTTP/1.0 clients get no chunks and no interim answers.
    package var isHTTP10: Bool
}

/// How the end of a body is found (RFC 9112 §6).
package enum BodyFraming: Sendable, Equatable {
    case none
    case length(Int)
    case chunked
}
