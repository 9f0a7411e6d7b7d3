import FoundationEssentials

/// The `version` component of a traineddata file: a count, a table of 64-bit little-endian offsets, then the
/// components themselves.
enum TraineddataVersion {
    /// `TESSDATA_VERSION` in Tesseract's `TessdataType`.
    private static let component = 23
    private static let maxComponents = 64
    private static let maxLength = 256

    static func read(_ data: Data) -> String? {
        guard let count = integer(data, at: 0, bytes: 4), count > component, count <= maxComponents else {
            return nil
        }
        let offsets = (0..<count).compactMap { integer(data, at: 4 + 8 * $0, bytes: 8) }
        guard offsets.count == count, (1..<data.count).contains(offsets[component]) else { return nil }
        let start = offsets[component]
        let end = offsets.filter { $0 > start && $0 <= data.count }.min() ?? data.count
        guard end - start <= maxLength else { return nil }
        let bytes = data[data.startIndex + start..<data.startIndex + end]
        return String(decoding: bytes.filter { (0x21...0x7E).contains($0) }, as: UTF8.self)
    }

    private static func integer(_ data: Data, at offset: Int, bytes: Int) -> Int? {
        guard offset >= 0, offset + bytes <= data.count else { return nil }
        let start = data.startIndex + offset
        return data[start..<start + bytes].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
