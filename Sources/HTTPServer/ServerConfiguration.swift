package import HTTP1

/// Bounds and waits of a server. Durations are wall-clock.
package struct ServerConfiguration: Sendable {
    /// Numeric address and port to listen on; port 0 lets the kernel choose.
    package var host: String
    package var port: UInt16
    package var eventLoops: Int
    package var limits: HTTPLimits

    /// Connections at once; further ones are closed unanswered.
    package var maxConnections = 1_024
    /// From the first byte of a request (or from the connection's start) to its complete head.
    package var headerTimeout = Duration.seconds(10)
    /// Between requests on a kept connection.
    package var idleTimeout = Duration.seconds(15)
    /// How far a body that somebody waits for may fall behind `minimumBodyRate`.
    package var bodyTimeout = Duration.seconds(10)
    /// Bytes a second.
    package var minimumBodyRate = 1_024
    /// Between two writes that the client takes.
    package var writeTimeout = Duration.seconds(15)
    /// How long bytes are read and dropped after a final answer, so that a reset doesn't destroy it.
    package var lingerTimeout = Duration.seconds(2)
    /// Body bytes held for a handler that doesn't take them yet; reading pauses above it.
    package var bodyWindow = 262_144

    package init(host: String, port: UInt16, eventLoops: Int, limits: HTTPLimits = HTTPLimits()) {
        self.host = host
        self.port = port
        self.eventLoops = max(1, eventLoops)
        self.limits = limits
    }
}
