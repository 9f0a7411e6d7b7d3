/// What one attempt to deliver came to.
package enum DeliveryOutcome: Sendable, Equatable {
    /// 2xx.
    case delivered
    /// 410: the receiver wants no more of these.
    case gone
    /// Any other status; redirects are not followed.
    case refused(status: Int, retryAfter: Duration?)
    /// Every address that the name has is forbidden.
    case forbiddenAddress
    case unresolved
    case unreachable
    /// The certificate or the handshake.
    case insecure
    case timedOut
    /// It was no HTTP answer, or was cut off.
    case malformed

    /// A word for logs and listings; never a text from the receiver.
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

    /// What the receiver asked for.
    var retryAfter: Duration? {
        if case .refused(_, let wish) = self { wish } else { nil }
    }
}
