package import Imaging
import OCRWorkers

/// Why a scan gave no report.
package enum ScanError: Error, Sendable, Equatable {
    case image(ImagingError)
    /// A language that isn't installed was asked for.
    case unknownLanguage(installed: [String])
    case deadlineExceeded(limit: Duration)
    /// All readers are taken and the queue is full.
    case busy
    /// The readers are still being warmed up.
    case notReady
    case engineFailed
}

extension ScanError {
    init(_ error: ReadingError, timeLimit: Duration) {
        self =
            switch error {
            case .image(let error): .image(error)
            case .deadlineExceeded: .deadlineExceeded(limit: timeLimit)
            case .engineFailed, .readerDied: .engineFailed
            // Of a scan that was cancelled nobody hears.
            case .busy, .cancelled: .busy
            case .notReady: .notReady
            }
    }
}
