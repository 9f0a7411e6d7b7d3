package import Crypto
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
