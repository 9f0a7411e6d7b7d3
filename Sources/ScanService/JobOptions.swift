import Foundation

/// How requests that come twice, and scans that nobody waits for, are dealt with.
package struct JobOptions: Sendable {
    package var jobs = JobRegistry.Limits()
    /// Where jobs are written down; nil where a restart forgets them.
    package var ledger: (any JobLedger)?
    /// After which silence a stream of events says that it is alive.
    package var heartbeat = Duration.seconds(15)
    /// Bytes of answers that are kept under idempotency keys.
    package var answerBytes = 8 << 20
    package var answerLifetime = Duration.seconds(600)

    package init() {}
}
