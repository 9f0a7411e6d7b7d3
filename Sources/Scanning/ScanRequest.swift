/// One picture to judge, or a text in its place.
package struct ScanRequest: Sendable {
    package var image: [UInt8]?
    /// Text that the client read on the picture itself; used where the picture is missing or holds none.
    package var suppliedText: String?
    /// Tesseract names; nil for the server's usual ones.
    package var languages: [String]?
    /// ISO 3166-1 alpha-2.
    package var country: String?

    package init(image: [UInt8]?, suppliedText: String?, languages: [String]?, country: String?) {
        self.image = image
        self.suppliedText = suppliedText
        self.languages = languages
        self.country = country
    }
}
