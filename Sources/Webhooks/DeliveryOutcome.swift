package enum DeliveryOutcome: Sendable, Equatable {
    /// The answer's status was 2xx.
    case delivered
    /// The answer's status was 410: the receiver wants no more messages.
    case gone
    /// The answer had any other status; redirects are not followed.
    case refused(status: Int, retryAfter: Duration?)
    /// The policy forbids every address that the host name has.
    case forbiddenAddress
    case unresolved
    case unreachable
    /// The TLS handshake failed, or the certificate isn't trusted.
    case insecure
    case timedOut
    /// The answer was not HTTP, or it was cut off.
    case malformed

    /// A few words for logs and listings; never a text from the receiver.
    package var summary: String {
        switch self {
        case .delivered: "delivered"
        case .gone: "status 410"
        case .refused(let status, _): "status \(status)"
        case .forbiddenAddress: "forbidden address"
        case .unresolved: "name not found"
        case .unreachable: "unreachable"
        case .insecure: "TLS failed"
        case .timedOut: "timed out"
        case .malformed: "no HTTP answer"
        }
    }

    /// How long the receiver asked to wait before the next attempt.
    var retryAfter: Duration? {
        if case .refused(_, let wish) = self { wish } else { nil }
    }
}
