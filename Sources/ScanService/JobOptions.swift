package import Storage

/// How asynchronous scans, and requests that come twice, are dealt with.
package struct JobOptions: Sendable {
    package var jobs = JobRegistry.Limits()
    /// Where it is recorded that a job exists; nil where a restart forgets all jobs.
    package var store: JobStore?
    /// Silence after which an event stream sends a comment. Proxies close connections that are silent for 30 or 60 seconds.
    package var heartbeat = Duration.seconds(15)
    /// Bytes of the responses that are kept under idempotency keys. A response has 2 to 20 kB.
    package var responseBytes = 8 << 20
    /// How long a response is kept under its idempotency key: longer than a client tries again.
    package var responseLifetime = Duration.seconds(600)

    package init() {}
}
