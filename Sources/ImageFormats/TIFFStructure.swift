/// TIFF (6.0, without BigTIFF): the facts about the first page.
enum TIFFStructure {
    /// The tags of the entries that are read (section 8).
    private enum Tag {
        static let width = 256
        static let height = 257
        static let bitsPerSample = 258
        static let samplesPerPixel = 277
        static let planarConfiguration = 284
        static let tileWidth = 322
    }

    /// The numbers of bits of a sample that Leptonica reads.
    private static let depths = [1, 2, 4, 8, 16]
    /// The planar configuration with all of a pixel's samples together, the only one that Leptonica reads.
    private static let chunky = 1

    /// Whether a file begins as classic TIFF or BigTIFF does, in either byte order.
    static func isSignature(_ reader: ByteReader) -> Bool {
        let mark = reader.bigEndian16(at: 0)
        guard mark == TIFFDirectory.littleEndianMark || mark == TIFFDirectory.bigEndianMark else {
            return false
        }
        let version = reader.unsigned(at: 2, count: 2, bigEndian: mark == TIFFDirectory.bigEndianMark)
        return version == TIFFDirectory.classicVersion || version == TIFFDirectory.bigVersion
    }

    /// The orientation is `upright` here, because Leptonica turns TIFF pages itself.
    static func header(_ reader: ByteReader) throws(ImagingError) -> ImageHeader {
        let directory: TIFFDirectory
        do {
            directory = try TIFFDirectory(reader)
        } catch {
            switch error {
            case .bigTIFF: throw .unsupportedFeature(.tiff, feature: "bigtiff")
            case .truncated: throw .corrupt(.tiff, .truncated)
            case .notTIFF, .badOffset: throw .corrupt(.tiff, .badHeader)
            }
        }
        guard let width = directory.value(of: Tag.width), let height = directory.value(of: Tag.height) else {
            throw .corrupt(.tiff, .badHeader)
        }
        guard depths.contains(directory.value(of: Tag.bitsPerSample) ?? 1),
            (1...4).contains(directory.value(of: Tag.samplesPerPixel) ?? 1)
        else { throw .unsupportedFeature(.tiff, feature: "sample-depth") }
        if directory.value(of: Tag.tileWidth) != nil { throw .unsupportedFeature(.tiff, feature: "tiles") }
        guard directory.value(of: Tag.planarConfiguration) ?? chunky == chunky else {
            throw .unsupportedFeature(.tiff, feature: "separate-planes")
        }
        return try ImageHeader(format: .tiff, width: width, height: height)
    }

    /// The pages of a file.
    static func frames(_ reader: ByteReader) -> ImageFrames {
        var pages = ImageFrames(canvas: nil)
        guard var directory = try? TIFFDirectory(reader) else { return pages }
        var place =
            reader.unsigned(
                at: TIFFDirectory.firstOffset, count: 4, bigEndian: directory.isBigEndian) ?? 0
        // Directories of a broken file may follow each other in a circle.
        var places: Set<Int> = []
        while places.insert(place).inserted, pages.add(page(directory, at: place, of: reader)),
            let next = directory.next, next != 0
        {
            guard let following = try? TIFFDirectory(reader, at: next) else {
                pages.areAll = false
                break
            }
            (directory, place) = (following, next)
        }
        return pages
    }

    /// A page as the only one of its file: the header names its directory as the first.
    private static func page(
        _ directory: TIFFDirectory, at place: Int, of reader: ByteReader
    ) -> ImageFrames.Frame {
        ImageFrames.Frame(
            width: directory.value(of: Tag.width) ?? 0, height: directory.value(of: Tag.height) ?? 0
        ) {
            var bytes = reader.bytes
            for index in 0..<4 {
                let shift = 8 * (directory.isBigEndian ? 3 - index : index)
                bytes[TIFFDirectory.firstOffset + index] = UInt8(truncatingIfNeeded: place >> shift)
            }
            return bytes
        }
    }
}
