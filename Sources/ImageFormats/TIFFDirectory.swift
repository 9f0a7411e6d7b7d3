/// A directory of a TIFF structure (a TIFF file or an EXIF block): its entries of single numbers.
struct TIFFDirectory {
    private var values: [Int: Int] = [:]
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
            guard values[tag] == nil, let width = Self.widths[type], count > 0 else { continue }
            let isInline = count * width <= Self.inlineLength
            values[tag] = reader.unsigned(
                at: isInline ? entry + 8 : word, count: width, bigEndian: bigEndian)
        }
    }

    /// The first number of a BYTE, SHORT or LONG entry. Most entries have only one.
    func value(of tag: Int) -> Int? { values[tag] }
}
