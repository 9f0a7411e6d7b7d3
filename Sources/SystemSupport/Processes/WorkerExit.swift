/// The reason why a worker process ended. The raw values are those of the label `why` of
/// `typesafe_worker_restarts_total`.
package enum WorkerExit: String, CaseIterable, Sendable {
    /// The worker ended without the server's doing: it crashed, ran out of memory, or was killed.
    case died
    /// The worker didn't answer by its deadline, so the server killed it.
    case timedOut = "timed_out"
    /// The worker sent something that doesn't follow the protocol, so the server killed it.
    case protocolError = "protocol_error"
    /// The scan was cancelled. The server killed the worker, because its work was no longer needed.
    case cancelled
    /// Tesseract failed in the worker, perhaps because memory was short.
    case engineFailed = "engine_failed"
    /// The worker started, but it can't use its language data.
    case unusable
    /// The worker could not give up the rights that `--require-sandbox` wants it to.
    case unprotected
    /// The system couldn't start a process.
    case notSpawned = "not_spawned"
    /// The worker was replaced, because it had read its number of images or had grown too large.
    case recycled
    case stopped

    /// Whether the exit is a fault. The other exits are planned.
    package var isFailure: Bool {
        switch self {
        case .died, .timedOut, .protocolError, .engineFailed, .unusable, .unprotected, .notSpawned: true
        case .cancelled, .recycled, .stopped: false
        }
    }
}
