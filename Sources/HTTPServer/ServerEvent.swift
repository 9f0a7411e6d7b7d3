package import HTTPTypes
package import SystemSupport

package enum ServerEvent: Sendable {
    case connectionOpened
    /// A connection was closed.
    /// - Parameter requests: number of requests that it had.
    case connectionClosed(requests: Int)
    case connectionShed(ShedReason)
    /// A malformed or late message was answered with this status. The address is the client's.
    case messageRefused(HTTPResponse.Status, IPAddress?)
    case exchangeEnded(ExchangeRecord)

    /// The limit that was the reason for turning a connection away. Raw values are values of a metric's label.
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
    /// Numbers of content bytes that were received and sent, without heads and the framing of chunks.
    package let bytesIn: Int
    package let bytesOut: Int
    /// The time from the complete head until the kernel took the answer's last byte.
    package let duration: Duration
    /// False where the client closed the connection before it had received the whole answer.
    package let isComplete: Bool
}

/// A function that gets the events. It runs on event loops and must not block.
package typealias ServerObserver = @Sendable (ServerEvent) -> Void
