package import Outbound

package enum DeliveryOutcome: Sendable, Equatable {
    /// The answer had a status of 2xx, so the receiver has the message.
    case delivered
    /// The answer had the status 410: the receiver wants no more messages.
    case gone
    /// The answer had any other status. Redirects aren't followed.
    case refused(status: Int, retryAfter: Duration?)
    case failed(TransferFailure)

    /// A few words for logs and lists. They never come from the receiver.
    package var summary: String {
        switch self {
        case .delivered: "delivered"
        case .gone: "status 410"
        case .refused(let status, _): "status \(status)"
        case .failed(let failure): failure.summary
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
        case .failed(let failure): self = .failed(failure)
        }
    }
}
