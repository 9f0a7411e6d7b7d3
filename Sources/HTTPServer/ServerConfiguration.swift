package import HTTP1

/// Limits and timeouts of a server. docs/http-server.md lists them.
package struct ServerConfiguration: Sendable {
    package var eventLoops: Int
    package var limits = HTTPLimits()

    /// Largest number of open connections; further ones get a 503 and are closed.
    package var maxConnections = 1_024
    /// Largest number of open connections from one IPv4 address or IPv6 /64.
    package var maxConnectionsPerAddress = 256
    /// Largest number of requests on a connection. Then it is closed, so that no client keeps its place for ever.
    package var maxRequestsPerConnection = 100_000
    /// Longest time from a request's first byte, or from the connection's start, to the complete head.
    package var headerTimeout = Duration.seconds(10)
    /// Longest time between two requests on a connection.
    package var idleTimeout = Duration.seconds(15)
    /// How far a body that the handler waits for may fall behind `minimumRate`.
    package var bodyTimeout = Duration.seconds(10)
    /// How far a client that reads an answer may fall behind `minimumRate`.
    package var writeTimeout = Duration.seconds(15)
    /// Lowest rate of a body and of an answer, in bytes a second.
    package var minimumRate = 1_024
    /// How long bytes are read and dropped after the last answer, so that no reset destroys it.
    package var lingerTimeout = Duration.seconds(2)
    /// Number of bytes of a streamed answer that may wait for the client. Then the producer waits.
    package var outputWindow = 262_144

    package init(eventLoops: Int) {
        self.eventLoops = max(1, eventLoops)
    }
}
