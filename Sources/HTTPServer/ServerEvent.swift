package import HTTP1
package import HTTPTypes
package import Sockets

/// What a server tells about itself while it runs, for logs and metrics.
package enum ServerEvent: Sendable {
    case connectionOpened
    /// - Parameter requests: how many it carried.
    case connectionClosed(requests: Int)
    case connectionShed(ShedReason)
    /// A message that never became a request was answered with this status.
    case messageRefused(HTTPResponse.Status, IPAddress?)
    case exchangeEnded(ExchangeRecord)

    /// Why a connection was turned away.
    package enum ShedReason: String, Sendable, CaseIterable {
        case connectionLimit, addressLimit, descriptorLimit
    }
}

/// One request and what came of it.
package struct ExchangeRecord: Sendable {
    package let head: RequestHead
    package let peer: IPAddress?
    package let status: HTTPResponse.Status
    /// Content bytes, without heads and chunk framing.
    package let bytesIn: Int
    package let bytesOut: Int
    /// From the complete head to the last byte handed to the kernel.
    package let duration: Duration
    /// False where the client went away before it had the whole answer.
    package let isComplete: Bool
}

/// Runs on event loops: must not block.
package typealias ServerObserver = @Sendable (ServerEvent) -> Void
