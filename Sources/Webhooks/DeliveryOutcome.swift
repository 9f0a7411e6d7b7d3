import Outbound

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

extension DeliveryOutcome {
    init(_ outcome: TransferOutcome) {
        switch outcome {
        case .answered(let answer):
            switch answer.status {
            case 200..<300: self = .delivered
            case 410: self = .gone
            default: self = .refused(status: answer.status, retryAfter: answer.retryAfter)
            }
        case .failed(.forbiddenAddress): self = .forbiddenAddress
        case .failed(.unresolved): self = .unresolved
        // A message has a thread of its own, which is never busy nor stopped.
        case .failed(.unreachable), .failed(.busy), .failed(.stopped): self = .unreachable
        case .failed(.insecure): self = .insecure
        case .failed(.timedOut): self = .timedOut
        case .failed(.malformed): self = .malformed
        }
    }
}
