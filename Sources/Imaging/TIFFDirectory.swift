/// The first directory of a TIFF structure (a TIFF file or an EXIF block), as far as single values go.
struct TIFFDirectory {
    private var values: [Int: Int] = [:]

    enum Failure: Error { case notTIFF, bigTIFF, badOffset, truncated }

    /// Real files hold some twenty entries.
    private static let maxEntries = 1024

    init(first reader: ByteReader) throws(Failure) {
        let bigEndian: Bool
        switch reader.bigEndian16(at: 0) {
        case 0x4949: bigEndian = false
        case 0x4D4D: bigEndian = true
        default: throw .notTIFF
        }
        switch reader.unsigned(at: 2, count: 2, bigEndian: bigEndian) {
        case 42: break
        case 43: throw .bigTIFF
        default: throw .notTIFF
        }
        guard let start = reader.unsigned(at: 4, count: 4, bigEndian: bigEndian), start >= 8,
            let entries = reader.unsigned(at: start, count: 2, bigEndian: bigEndian),
            entries <= Self.maxEntries
        else { throw .badOffset }
        for index in 0..<entries {
            let entry = start + 2 + index * 12
            guard let tag = reader.unsigned(at: entry, count: 2, bigEndian: bigEndian),
                let type = reader.unsigned(at: entry + 2, count: 2, bigEndian: bigEndian),
                let count = reader.unsigned(at: entry + 4, count: 4, bigEndian: bigEndian),
                let word = reader.unsigned(at: entry + 8, count: 4, bigEndian: bigEndian)
            else { throw .truncated }
            guard values[tag] == nil, let width = [1: 1, 3: 2, 4: 4][type], count > 0 else { continue }
            let inline = count * width <= 4
            values[tag] = reader.unsigned(
                at: inline ? entry + 8 : word, count: width, bigEndian: bigEndian)
        }
    }

    /// The first (mostly the only) number of a BYTE, SHORT or LONG entry.
    func value(of tag: Int) -> Int? { values[tag] }
}
