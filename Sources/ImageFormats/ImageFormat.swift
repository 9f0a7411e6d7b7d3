/// The formats of images, told apart by their first bytes alone.
package enum ImageFormat: String, Sendable, Equatable, CaseIterable {
    case png, jpeg, webp, gif, bmp, tiff
    /// HEIC and AVIF, which are read only if the package was built with the trait HEIF.
    case heif

    /// The number of bytes at a file's start that tell its format. BMP needs the most.
    package static let signatureLength = 18

    /// - Throws: `ImagingError.empty` or `.unsupportedFormat`, which names the format if it is a well-known one.
    package init(sniffing bytes: [UInt8]) throws(ImagingError) {
        guard !bytes.isEmpty else { throw .empty }
        let reader = ByteReader(bytes)
        if reader.matches(PNGStructure.signature, at: 0) {
            self = .png
        } else if reader.matches([0xFF, 0xD8, 0xFF], at: 0) {
            self = .jpeg
        } else if WebPStructure.isSignature(reader) {
            self = .webp
        } else if reader.matches("GIF87a", at: 0) || reader.matches("GIF89a", at: 0) {
            self = .gif
        } else if BMPStructure.isSignature(reader) {
            self = .bmp
        } else if TIFFStructure.isSignature(reader) {
            self = .tiff
        } else if HEIFStructure.brand(reader) != nil {
            self = .heif
        } else {
            throw .unsupportedFormat(detected: Self.foreignName(reader))
        }
    }

    /// The number of bytes at a file's start in which an SVG element is looked for. Comments and an XML declaration may stand
    /// before it.
    private static let svgReach = 1024

    /// The name of a format that isn't read but that people send by mistake, so that the refusal can name it.
    private static func foreignName(_ reader: ByteReader) -> String? {
        if HEIFStructure.isBoxed(reader) { return "video" }
        if reader.matches("%PDF-", at: 0) { return "pdf" }
        if reader.matches([0x50, 0x4B, 0x03, 0x04], at: 0) { return "zip" }
        if reader.matches([0xFF, 0x0A], at: 0) || reader.matches("JXL ", at: 4) { return "jxl" }
        if reader.matches("jP  ", at: 4) { return "jpeg2000" }
        if reader.matches([0x00, 0x00, 0x01, 0x00], at: 0) { return "ico" }
        if reader.matches("8BPS", at: 0) { return "psd" }
        if reader.contains("<svg", within: svgReach) { return "svg" }
        return nil
    }
}
