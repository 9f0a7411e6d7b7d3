/// HEIF (ISO/IEC 23008-12), the container of HEIC and AVIF: the size of the largest image in it.
package enum HEIFStructure {
    /// The brands of HEIC files that may follow `ftyp`.
    private static let heicBrands = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]
    private static let avifBrands = ["avif", "avis"]
    /// The offset of the first box's name, and the offset of its brand.
    private static let nameOffset = 4
    private static let brandOffset = 8
    /// The number of bytes of version and flags, with which the contents of some boxes begin.
    private static let versionLength = 4

    /// Whether a file begins like all files that are made of boxes: pictures and videos.
    static func isBoxed(_ reader: ByteReader) -> Bool { reader.matches("ftyp", at: nameOffset) }

    /// `heic` or `avif` by the brand of a file that begins as HEIF; nil for any other file.
    package static func brand(_ reader: ByteReader) -> String? {
        guard isBoxed(reader) else { return nil }
        if heicBrands.contains(where: { reader.matches($0, at: brandOffset) }) { return "heic" }
        return avifBrands.contains(where: { reader.matches($0, at: brandOffset) }) ? "avif" : nil
    }

    /// Reads the size of the largest image. The picture shown may be smaller, cropped or turned; only its decoder knows.
    static func header(_ reader: ByteReader) throws(ImagingError) -> ImageHeader {
        guard let meta = first("meta", in: 0..<reader.count, reader) else {
            throw .corrupt(.heif, .truncated)
        }
        guard let properties = first("iprp", in: meta.dropFirst(versionLength), reader),
            let container = first("ipco", in: properties, reader)
        else { throw .corrupt(.heif, .badHeader) }
        var largest: (width: Int, height: Int)?
        var offset = container.lowerBound
        while let box = Box(reader, at: offset, in: container) {
            let size = box.payload.lowerBound + versionLength
            if box.isNamed("ispe", reader), let width = reader.bigEndian32(at: size),
                let height = reader.bigEndian32(at: size + 4)
            {
                // The product of two 32-bit numbers may not fit into an `Int`.
                let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
                let most = largest.map { $0.width * $0.height } ?? -1
                guard !overflow else { throw .corrupt(.heif, .badHeader) }
                if pixels > most { largest = (width, height) }
            }
            offset = box.payload.upperBound
        }
        guard let largest else { throw .corrupt(.heif, .badHeader) }
        return try ImageHeader(format: .heif, width: largest.width, height: largest.height)
    }

    /// Whether a file holds pictures that follow each other in time. Decoders are only asked for one.
    static func isSequence(_ reader: ByteReader) -> Bool {
        first("moov", in: 0..<reader.count, reader) != nil
    }

    /// Whether the last box ends where the file does, and the picture's data is among the boxes (ISO/IEC 14496-12).
    static func isComplete(_ reader: ByteReader) -> Bool {
        var offset = 0
        var hasData = false
        while offset < reader.count {
            guard let box = Box(reader, at: offset, in: 0..<reader.count) else { return false }
            if box.isNamed("mdat", reader) { hasData = true }
            offset = box.payload.upperBound
        }
        return hasData
    }

    /// The largest number of bytes of an EXIF block that are looked at, which is JPEG's limit too.
    private static let exifReach = 65_536

    /// The first bytes of a TIFF structure, in either byte order.
    private static let tiffMarks: [[UInt8]] = [[0x49, 0x49, 42, 0], [0x4D, 0x4D, 0, 42]]

    /// The bytes from the first EXIF block on. The block is sought by its beginning, ten bytes that don't occur by accident,
    /// because the item tables that tell its place have many forms.
    static func exif(_ reader: ByteReader) -> Range<Int>? {
        let prefix = TIFFDirectory.exifPrefix
        var offset = 0
        while let found = reader.bytes[offset...].firstIndex(of: prefix[0]) {
            if reader.matches(prefix, at: found),
                tiffMarks.contains(where: { reader.matches($0, at: found + prefix.count) })
            {
                return found..<min(reader.count, found + exifReach)
            }
            offset = found + 1
        }
        return nil
    }

    private static func first(_ name: String, in range: Range<Int>, _ reader: ByteReader) -> Range<Int>? {
        var offset = range.lowerBound
        while let box = Box(reader, at: offset, in: range) {
            if box.isNamed(name, reader) { return box.payload }
            offset = box.payload.upperBound
        }
        return nil
    }

    private struct Box {
        private let name: Int
        let payload: Range<Int>

        /// The bytes of length and name, and the bytes of both with a length of 64 bits after them.
        private static let headerLength = 8
        private static let longHeaderLength = 16

        /// Returns nil if no whole box fits. A length of 0 reaches to the end, and 1 says that a length of 64 bits follows.
        init?(_ reader: ByteReader, at offset: Int, in range: Range<Int>) {
            guard let length = reader.bigEndian32(at: offset) else { return nil }
            name = offset + nameOffset
            let start: Int
            let end: Int
            switch length {
            case 0: (start, end) = (offset + Self.headerLength, range.upperBound)
            case 1:
                guard let high = reader.bigEndian32(at: offset + Self.headerLength), high == 0,
                    let low = reader.bigEndian32(at: offset + Self.headerLength + 4)
                else { return nil }
                (start, end) = (offset + Self.longHeaderLength, offset + low)
            default: (start, end) = (offset + Self.headerLength, offset + length)
            }
            guard start <= end, end <= range.upperBound else { return nil }
            payload = start..<end
        }

        func isNamed(_ ascii: String, _ reader: ByteReader) -> Bool { reader.matches(ascii, at: name) }
    }
}
