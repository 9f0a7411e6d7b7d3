package import Imaging

/// The reason why a scan gave no report.
package enum ScanError: Error, Sendable, Equatable {
    /// The image is damaged, or outside what the server accepts.
    case image(ImagingError)
    /// The request names a language whose data is not installed.
    case unknownLanguage(installed: [String])
    case deadlineExceeded(limit: Duration)
    /// Tesseract gave up, mostly because the memory did not suffice.
    case engineFailed
    /// Two workers in a row died while they read the image, or no worker could be started.
    case workerDied
    /// All workers are busy, and the queue is full or the wait was too long.
    case busy
    /// The workers have not started yet, cannot be started, or are being stopped.
    case notReady
    /// The task that asked for the scan was cancelled, so that nobody waits for the result.
    case cancelled
}
