/// Corrects the checksums in a PNG. With wrong ones, nearly every random change would be refused before it reaches the
/// decoder.
enum PNGRepair {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
    }

    /// Returns the bytes with correct checksums, up to the first chunk that isn't complete. Bytes that are no PNG
    /// aren't changed.
    static func repaired(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return bytes }
        var bytes = bytes
        var offset = 8
        while offset + 12 <= bytes.count {
            let length = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            let end = offset + 8 + length
            guard end + 4 <= bytes.count else { break }
            let sum = ~bytes[offset + 4..<end].reduce(UInt32.max) {
                $0 >> 8 ^ table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)]
            }
            for index in 0..<4 { bytes[end + index] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * index)) }
            offset = end + 4
        }
        return bytes
    }
}
