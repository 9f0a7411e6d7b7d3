import FoundationEssentials

/// The `version` component of a traineddata file, which holds a count, a table of 64-bit little-endian offsets, and the
/// components themselves.
enum TraineddataVersion {
    /// The component's number: `TESSDATA_VERSION` in Tesseract's `TessdataType`.
    private static let component = 23
    /// The largest number of components in a valid file. Tesseract 5 has 24.
    private static let maxComponents = 64
    /// The largest length of a version in bytes. Real ones have about thirty.
    private static let maxLength = 256
    /// The size of the count, and the size of an offset, in bytes.
    private static let countSize = 4
    private static let offsetSize = 8
    /// The bytes that a version may hold: ASCII without spaces and control characters, because the version goes into answers
    /// and logs.
    private static let printable: ClosedRange<UInt8> = 0x21...0x7E

    static func read(_ data: Data) -> String? {
        guard let count = integer(data, at: 0, bytes: countSize), count > component, count <= maxComponents
        else { return nil }
        let offsets = (0..<count).compactMap {
            integer(data, at: countSize + offsetSize * $0, bytes: offsetSize)
        }
        guard offsets.count == count, (1..<data.count).contains(offsets[component]) else { return nil }
        let start = offsets[component]
        let end = offsets.filter { $0 > start && $0 <= data.count }.min() ?? data.count
        guard end - start <= maxLength else { return nil }
        let bytes = data[data.startIndex + start..<data.startIndex + end]
        return String(decoding: bytes.filter(printable.contains), as: UTF8.self)
    }

    private static func integer(_ data: Data, at offset: Int, bytes: Int) -> Int? {
        guard offset >= 0, offset + bytes <= data.count else { return nil }
        let start = data.startIndex + offset
        return data[start..<start + bytes].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
