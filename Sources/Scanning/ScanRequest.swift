package import Crypto
package import Imaging
package import SystemSupport
package import Texts

/// An image to judge, or a text in its place.
package struct ScanRequest: Sendable {
    package var image: ScanImage? { images.first }
    /// The image to judge; several are judged as a conversation's pictures.
    package var images: [ScanImage]
    /// Whether several images came in the conversation's order.
    package var keepsOrder = false
    /// Text that the client itself read on the image; judged where there is no image, or its text can't be read or
    /// understood.
    package var suppliedText: String?
    /// The Tesseract names of the languages to read; nil for the server's default languages.
    package var languages: [String]?
    /// The ISO 3166-1 alpha-2 code of the user's country.
    package var country: String?
    /// What the answer is said with.
    package var texts: Texts

    package init(
        images: [ScanImage], suppliedText: String?, languages: [String]?, country: String?, texts: Texts
    ) {
        self.images = images
        self.suppliedText = suppliedText
        self.languages = languages
        self.country = country
        self.texts = texts
    }
}

/// An encoded image and its hash, which is computed once: the reading cache and idempotency keys both use it.
package struct ScanImage: Sendable {
    package let bytes: [UInt8]
    package let digest: SHA256Digest

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        digest = SHA256.hash(data: bytes)
    }
}

/// For whom an image or a text is judged.
package struct ScanAccount: Sendable {
    /// Whose turn it is where scans wait.
    package let client: ClientID
    /// A function that is told of processor time that was used for the scan, also where the scan failed or was cancelled. It may be
    /// called several times, on any thread.
    package let charge: @Sendable (Duration) -> Void

    package init(client: ClientID, charge: @escaping @Sendable (Duration) -> Void = { _ in }) {
        self.client = client
        self.charge = charge
    }
}

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
