/// The picture formats that are read, told apart by their first bytes alone.
package enum ImageFormat: String, Sendable, Equatable, CaseIterable {
    case png, jpeg, webp, gif, bmp, tiff
    /// HEIC and AVIF; only where the package was built with the trait HEIF.
    case heif
}

extension ImageFormat {
    /// What this build reads.
    package static var supported: [ImageFormat] {
        allCases.filter { $0 != .heif || HEIFDecoder.isAvailable }
    }

    /// - Throws: `ImagingError.empty` or `.unsupportedFormat`, which names the format where it is a well-known one.
    package init(sniffing bytes: [UInt8]) throws(ImagingError) {
        guard !bytes.isEmpty else { throw .empty }
        let reader = ByteReader(bytes)
        if reader.matches([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], at: 0) {
            self = .png
        } else if reader.matches([0xFF, 0xD8, 0xFF], at: 0) {
            self = .jpeg
        } else if reader.matches("RIFF", at: 0), reader.matches("WEBP", at: 8) {
            self = .webp
        } else if reader.matches("GIF87a", at: 0) || reader.matches("GIF89a", at: 0) {
            self = .gif
        } else if Self.looksLikeBMP(reader) {
            self = .bmp
        } else if Self.looksLikeTIFF(reader) {
            self = .tiff
        } else {
            let name = Self.foreignName(reader)
            guard name == "heic" || name == "avif", HEIFDecoder.isAvailable else {
                throw .unsupportedFormat(detected: name)
            }
            self = .heif
        }
    }

    /// "BM" alone begins too many texts; the info header's size must be one that exists.
    private static func looksLikeBMP(_ reader: ByteReader) -> Bool {
        guard reader.matches("BM", at: 0), let size = reader.littleEndian32(at: 14) else { return false }
        return [12, 40, 52, 56, 64, 108, 124].contains(size)
    }

    /// Classic TIFF and BigTIFF, either byte order.
    private static func looksLikeTIFF(_ reader: ByteReader) -> Bool {
        reader.matches([0x49, 0x49, 0x2A, 0x00], at: 0) || reader.matches([0x4D, 0x4D, 0x00, 0x2A], at: 0)
            || reader.matches([0x49, 0x49, 0x2B, 0x00], at: 0)
            || reader.matches([0x4D, 0x4D, 0x00, 0x2B], at: 0)
    }

    /// Names formats people send by mistake, so that the refusal can say what it saw.
    private static func foreignName(_ reader: ByteReader) -> String? {
        if reader.matches("ftyp", at: 4) {
            let heic = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]
            if heic.contains(where: { reader.matches($0, at: 8) }) { return "heic" }
            if ["avif", "avis"].contains(where: { reader.matches($0, at: 8) }) { return "avif" }
            return "video"
        }
        if reader.matches("%PDF-", at: 0) { return "pdf" }
        if reader.matches([0x50, 0x4B, 0x03, 0x04], at: 0) { return "zip" }
        if reader.matches([0xFF, 0x0A], at: 0) || reader.matches("JXL ", at: 4) { return "jxl" }
        if reader.matches("jP  ", at: 4) { return "jpeg2000" }
        if reader.matches([0x00, 0x00, 0x01, 0x00], at: 0) { return "ico" }
        if reader.matches("8BPS", at: 0) { return "psd" }
        if reader.contains("<svg", within: 1024) { return "svg" }
        return nil
    }
}
