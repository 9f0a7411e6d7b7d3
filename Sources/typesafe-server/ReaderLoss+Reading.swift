import Metrics
import OCRWorkers

extension ReaderLoss {
    /// nil where the reader wasn't lost but let go.
    init?(_ end: ReaderEnd) {
        switch end {
        case .died: self = .died
        case .timedOut: self = .timedOut
        case .confused: self = .confused
        case .cancelled: self = .cancelled
        case .engineFailed: self = .engineFailed
        case .unusable: self = .unusable
        case .notSpawned: self = .notSpawned
        case .recycled: self = .recycled
        case .stopped: return nil
        }
    }
}
