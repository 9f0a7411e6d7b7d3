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

/// A directory of a TIFF structure (a TIFF file or an EXIF block): its entries of single numbers, and which texts it has.
struct TIFFDirectory {
    private var values: [Int: Int] = [:]
    /// Tags of the entries that hold a text with at least one visible character.
    private var texts: Set<Int> = []
    /// The offset of the next directory; 0 if this is the last one, and nil if the file ends before it is told.
    let next: Int?
    let isBigEndian: Bool

    enum Failure: Error { case notTIFF, bigTIFF, badOffset, truncated }

    /// The values of the first four bytes: byte order, then version.
    static let littleEndianMark = 0x4949
    static let bigEndianMark = 0x4D4D
    static let classicVersion = 42
    static let bigVersion = 43

    /// The number of bytes of the header: byte order, version, and the first directory's offset.
    private static let headerLength = 8
    /// The offset in the header of the first directory's offset.
    static let firstOffset = 4
    /// The number of bytes of an entry: tag, type, count, and the value or its offset.
    private static let entryLength = 12
    /// A value of at most this many bytes stands in the entry itself.
    private static let inlineLength = 4
    /// The number of bytes of each type that is read: BYTE, SHORT, LONG.
    private static let widths = [1: 1, 3: 2, 4: 4]
    /// The type ASCII, and the number of bytes of a text in which a visible character is sought. A camera's name is shorter.
    private static let textType = 2
    private static let textReach = 64
    /// The largest number of entries. Real files have about twenty.
    private static let maxEntries = 1024

    /// - Parameter place: the directory's offset; nil for the first one.
    init(_ reader: ByteReader, at place: Int? = nil) throws(Failure) {
        let bigEndian: Bool
        switch reader.bigEndian16(at: 0) {
        case Self.littleEndianMark: bigEndian = false
        case Self.bigEndianMark: bigEndian = true
        default: throw .notTIFF
        }
        switch reader.unsigned(at: 2, count: 2, bigEndian: bigEndian) {
        case Self.classicVersion: break
        case Self.bigVersion: throw .bigTIFF
        default: throw .notTIFF
        }
        guard let start = place ?? reader.unsigned(at: Self.firstOffset, count: 4, bigEndian: bigEndian),
            start >= Self.headerLength,
            let entries = reader.unsigned(at: start, count: 2, bigEndian: bigEndian),
            entries <= Self.maxEntries
        else { throw .badOffset }
        isBigEndian = bigEndian
        next = reader.unsigned(at: start + 2 + entries * Self.entryLength, count: 4, bigEndian: bigEndian)
        for index in 0..<entries {
            let entry = start + 2 + index * Self.entryLength
            guard let tag = reader.unsigned(at: entry, count: 2, bigEndian: bigEndian),
                let type = reader.unsigned(at: entry + 2, count: 2, bigEndian: bigEndian),
                let count = reader.unsigned(at: entry + 4, count: 4, bigEndian: bigEndian),
                let word = reader.unsigned(at: entry + 8, count: 4, bigEndian: bigEndian)
            else { throw .truncated }
            if type == Self.textType {
                let place = count <= Self.inlineLength ? entry + 8 : word
                if reader.hasVisible(in: place, count: min(count, Self.textReach)) { texts.insert(tag) }
                continue
            }
            guard values[tag] == nil, let width = Self.widths[type], count > 0 else { continue }
            let isInline = count * width <= Self.inlineLength
            values[tag] = reader.unsigned(
                at: isInline ? entry + 8 : word, count: width, bigEndian: bigEndian)
        }
    }

    /// The first number of a BYTE, SHORT or LONG entry. Most entries have only one.
    func value(of tag: Int) -> Int? { values[tag] }

    /// Whether there is a text with the tag that isn't empty or blank.
    func hasText(_ tag: Int) -> Bool { texts.contains(tag) }
}

extension TIFFDirectory {
    /// `Exif` and two zeros, which stand before the TIFF header in JPEG and HEIC files, and in some WebP files.
    static let exifPrefix: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]

    /// Reads the first directory of an EXIF block.
    /// - Returns: nil where the block is damaged, or reaches beyond the bytes.
    init?(exif reader: ByteReader, at offset: Int, count: Int) {
        let start = reader.matches(Self.exifPrefix, at: offset) ? offset + Self.exifPrefix.count : offset
        guard offset >= 0, offset + count <= reader.count, offset + count > start,
            let directory = try? TIFFDirectory(ByteReader(Array(reader.bytes[start..<offset + count])))
        else { return nil }
        self = directory
    }
}
