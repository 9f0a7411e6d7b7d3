package enum DeliveryOutcome: Sendable, Equatable {
    /// The answer had a status of 2xx, so the receiver has the message.
    case delivered
    /// The answer had the status 410: the receiver wants no more messages.
    case gone
    /// The answer had any other status. Redirects aren't followed.
    case refused(status: Int, retryAfter: Duration?)
    /// The policy forbids every address that the host's name has.
    case forbiddenAddress
    case unresolved
    case unreachable
    /// The TLS handshake failed, or the certificate isn't trusted.
    case insecure
    case timedOut
    /// The answer wasn't HTTP, or its end was missing.
    case malformed

    /// A few words for logs and lists. They never come from the receiver.
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

    /// How long the receiver asks to wait before the next attempt; nil where it doesn't ask.
    var retryAfter: Duration? {
        if case .refused(_, let wish) = self { wish } else { nil }
    }
}
