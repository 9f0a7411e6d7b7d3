/// How far a scan is, from the moment a worker has its image.
package enum ScanProgress: Sendable, Equatable {
    /// A worker has the image and decodes it.
    case decoding
    /// The image's lines of text are found, and this many of them are read.
    case reading(lines: Int, of: Int)
    /// The words of the image are read, and the text is being judged.
    case classifying
    /// What one of several pictures has come to; they are read one after the other.
    indirect case picture(Int, of: Int, ScanProgress)
}

/// Receives a scan's progress. It is called on any thread and must not block.
package typealias ScanObserver = @Sendable (ScanProgress) -> Void
