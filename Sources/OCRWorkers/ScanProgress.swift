/// How far a scan is, from the moment a worker has its image.
package enum ScanProgress: Sendable, Equatable {
    /// A worker has the image and decodes it.
    case decoding
    /// The image's lines of text are found, and this many of them are read.
    case reading(lines: Int, of: Int)
    /// The words of the image are read, and the text is being judged.
    case classifying
}

/// Receives a scan's progress. It is called on any thread and must not block.
package typealias ScanObserver = @Sendable (ScanProgress) -> Void
