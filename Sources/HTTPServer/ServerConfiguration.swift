package import HTTP1

/// Bounds and waits of a server. Durations are wall-clock; docs/http-server.md says why each is there.
package struct ServerConfiguration: Sendable {
    package var eventLoops: Int
    package var limits = HTTPLimits()

    /// Connections at once; further ones get a 503 and are closed.
    package var maxConnections = 1_024
    /// Connections at once from one IPv4 address or IPv6 /64.
    package var maxConnectionsPerAddress = 1_024
    /// After these the connection is closed, so that no client keeps its place for ever.
    package var maxRequestsPerConnection = 100_000
    /// From the first byte of a request (or from the connection's start) to its complete head.
    package var headerTimeout = Duration.seconds(10)
    /// Between requests on a kept connection.
    package var idleTimeout = Duration.seconds(15)
    /// How far a body that somebody waits for may fall behind `minimumRate`.
    package var bodyTimeout = Duration.seconds(10)
    /// How far a client may fall behind `minimumRate` in taking an answer.
    package var writeTimeout = Duration.seconds(15)
    /// Bytes a second, both ways.
    package var minimumRate = 1_024
    /// How long bytes are read and dropped after a final answer, so that a reset doesn't destroy it.
    package var lingerTimeout = Duration.seconds(2)
    /// Bytes of a streamed answer that wait for the client before its producer has to.
    package var outputWindow = 262_144

    package init(eventLoops: Int) {
        self.eventLoops = max(1, eventLoops)
    }
}
