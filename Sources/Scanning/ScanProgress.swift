import OCRWorkers

/// How far a scan is, once a reader has its picture.
package enum ScanProgress: Sendable, Equatable {
    case decoding
    /// The picture's lines.
    case reading(lines: Int, of: Int)
    case classifying
}

/// From any thread; must not block.
package typealias ScanObserver = @Sendable (ScanProgress) -> Void

extension ScanProgress {
    init(_ progress: ReadingProgress) {
        self =
            switch progress {
            case .begun: .decoding
            case .lines(let read, let total): .reading(lines: read, of: total)
            }
    }
}
