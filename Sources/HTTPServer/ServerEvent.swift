package import HTTP1
package import HTTPTypes
package import Sockets

/// An event of a running server, for logs and metrics.
package enum ServerEvent: Sendable {
    case connectionOpened
    /// - Parameter requests: number of requests on the connection.
    case connectionClosed(requests: Int)
    case connectionShed(ShedReason)
    /// A malformed or late message was answered with this status.
    case messageRefused(HTTPResponse.Status, IPAddress?)
    case exchangeEnded(ExchangeRecord)

    /// The limit by which a connection was turned away. Raw values are a metric's labels.
    package enum ShedReason: String, Sendable, CaseIterable {
        case connectionLimit = "connection_limit"
        case addressLimit = "address_limit"
        case descriptorLimit = "descriptor_limit"
    }
}

package struct ExchangeRecord: Sendable {
    package let head: RequestHead
    package let peer: IPAddress?
    package let status: HTTPResponse.Status
    /// Number of content bytes, without heads and the framing of chunks.
    package let bytesIn: Int
    package let bytesOut: Int
    /// The time from the complete head until the kernel had the answer's last byte.
    package let duration: Duration
    /// False where the client closed the connection before it had the whole answer.
    package let isComplete: Bool
}

/// Receives events. It runs on event loops and must not block.
package typealias ServerObserver = @Sendable (ServerEvent) -> Void
