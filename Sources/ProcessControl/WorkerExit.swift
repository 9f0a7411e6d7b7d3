/// Why a worker process ended. The raw values are those of the label `why` of `typesafe_worker_restarts_total`.
package enum WorkerExit: String, CaseIterable, Sendable {
    /// The worker ended by itself: it crashed, ran out of memory, or was killed by somebody else.
    case died
    /// The worker did not answer by its deadline and was killed.
    case timedOut = "timed_out"
    /// The worker sent something that was no answer and was killed.
    case protocolError = "protocol_error"
    /// The scan was cancelled, and the worker was killed to save the rest of its work.
    case cancelled
    /// Tesseract gave up in the worker, which may be short of memory.
    case engineFailed = "engine_failed"
    /// The worker started but can't use its language data.
    case unusable
    /// No process could be started.
    case notSpawned = "not_spawned"
    /// The worker had read its number of images or had grown too large.
    case recycled
    /// The server stops.
    case stopped

    /// Whether the exit is a fault rather than housekeeping.
    package var isFailure: Bool {
        switch self {
        case .died, .timedOut, .protocolError, .engineFailed, .unusable, .notSpawned: true
        case .cancelled, .recycled, .stopped: false
        }
    }
}
