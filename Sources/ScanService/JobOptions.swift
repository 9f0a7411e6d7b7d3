package import Storage

/// Settings of asynchronous scans, and of requests that are sent again under an idempotency key.
package struct JobOptions: Sendable {
    package var jobs = JobRegistry.Limits()
    /// The store that records which jobs exist. With nil, a restarted server knows nothing of earlier jobs.
    package var store: JobStore?
    /// What is shared with other servers; nil where this one does its asynchronous scans alone.
    package var shared: SharedWork?
    package var role = ServerRole.all
    /// Idempotency keys of all servers; nil where this one is alone.
    package var sharedClaims: ClaimStore?
    /// Longest time that one picture may take to read.
    package var longestScan = Duration.seconds(10)
    /// Silence after which an event stream sends a comment. Proxies close connections that are silent for 30 or 60 seconds.
    package var heartbeat = Duration.seconds(15)
    /// Bytes of the responses that are kept under idempotency keys. A response has 2 to 20 kB.
    package var responseBytes = 8 << 20
    /// How long a response is kept under its idempotency key. Clients stop trying again before that.
    package var responseLifetime = Duration.seconds(600)

    package init() {}
}
