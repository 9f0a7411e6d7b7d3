/// What came of a transfer.
package enum TransferOutcome: Sendable, Equatable {
    case answered(OutboundAnswer)
    case failed(TransferFailure)
}

package struct OutboundAnswer: Sendable, Equatable {
    package let status: Int
    /// The wait of the Retry-After field; nil where there is none.
    package let retryAfter: Duration?
    /// The beginning of the content, `OutboundTransfer.maxContent` bytes at most.
    package let content: [UInt8]
}

package enum TransferFailure: Error, Sendable, Equatable {
    /// The policy forbids every address that the host's name has.
    case forbiddenAddress
    case unresolved
    case unreachable
    /// The TLS handshake failed, or the certificate isn't trusted.
    case insecure
    case timedOut
    /// The answer wasn't HTTP, or its end was missing.
    case malformed
    /// The sender has as many transfers as it takes.
    case busy
    /// The sender has been stopped.
    case stopped

    /// A few words for logs and lists. They never come from the receiver.
    package var summary: String {
        switch self {
        case .forbiddenAddress: "forbidden address"
        case .unresolved: "name not found"
        case .unreachable: "unreachable"
        case .insecure: "TLS failed"
        case .timedOut: "timed out"
        case .malformed: "no HTTP answer"
        case .busy: "busy"
        case .stopped: "stopped"
        }
    }
}
