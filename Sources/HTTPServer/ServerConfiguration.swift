/// Limits and timeouts of a server. docs/settings.md lists those that an operator can change, docs/http-server.md the others.
package struct ServerConfiguration: Sendable {
    package var eventLoops: Int
    package var limits = HTTPLimits()

    /// Largest number of open connections. Further clients get a 503 and are disconnected.
    package var maxConnections = 1_024
    /// Largest number of open connections from one IPv4 address or IPv6 /64.
    package var maxConnectionsPerAddress = 256
    /// Largest number of requests on a connection, after which it is closed. So no client keeps its connection for
    /// ever.
    package var maxRequestsPerConnection = 100_000
    /// Longest time until a request's head is complete, from its first byte or, for the first request, from the
    /// connection's start.
    package var headerTimeout = Duration.seconds(10)
    /// Longest time between two requests on a connection.
    package var idleTimeout = Duration.seconds(15)
    /// How far a body may fall behind `minimumRate` while the handler waits for it.
    package var bodyTimeout = Duration.seconds(10)
    /// How far a client that reads an answer may fall behind `minimumRate`.
    package var writeTimeout = Duration.seconds(15)
    /// Lowest rate of a body and of an answer, in bytes per second.
    package var minimumRate = 1_024
    /// How long bytes are read and dropped after the last answer, so that no reset destroys it.
    package var lingerTimeout = Duration.seconds(2)
    /// Number of bytes of a streamed answer that may wait for the client. When there are more, the producer waits.
    package var outputWindow = 262_144

    package init(eventLoops: Int) {
        self.eventLoops = max(1, eventLoops)
    }
}
