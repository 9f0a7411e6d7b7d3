/// Bounds-checked reading of bytes: what lies outside of them is nil or false, and never traps.
package struct ByteReader {
    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    package var count: Int { bytes.count }

    func byte(at offset: Int) -> Int? {
        bytes.indices.contains(offset) ? Int(bytes[offset]) : nil
    }

    func bigEndian16(at offset: Int) -> Int? { unsigned(at: offset, count: 2, bigEndian: true) }
    func bigEndian32(at offset: Int) -> Int? { unsigned(at: offset, count: 4, bigEndian: true) }
    func littleEndian16(at offset: Int) -> Int? { unsigned(at: offset, count: 2, bigEndian: false) }
    func littleEndian24(at offset: Int) -> Int? { unsigned(at: offset, count: 3, bigEndian: false) }
    func littleEndian32(at offset: Int) -> Int? { unsigned(at: offset, count: 4, bigEndian: false) }

    /// Returns an unsigned number of one to four bytes.
    func unsigned(at offset: Int, count length: Int, bigEndian: Bool) -> Int? {
        guard offset >= 0, offset <= bytes.count - length else { return nil }
        var value = 0
        for index in 0..<length {
            value = value << 8 | Int(bytes[offset + (bigEndian ? index : length - 1 - index)])
        }
        return value
    }

    func matches(_ pattern: [UInt8], at offset: Int) -> Bool {
        guard offset >= 0, offset <= bytes.count - pattern.count else { return false }
        return bytes[offset..<offset + pattern.count].elementsEqual(pattern)
    }

    func matches(_ ascii: String, at offset: Int) -> Bool {
        matches(Array(ascii.utf8), at: offset)
    }

    /// Whether any of `count` bytes is a visible ASCII character. Bytes beyond the end aren't.
    func hasVisible(in offset: Int, count: Int) -> Bool {
        guard offset >= 0, offset < bytes.count else { return false }
        return bytes[offset...].prefix(count).contains { (0x21...0x7E).contains($0) }
    }

    /// Whether an ASCII text begins within the first `limit` bytes.
    func contains(_ ascii: String, within limit: Int) -> Bool {
        (0..<min(limit, bytes.count)).contains { matches(ascii, at: $0) }
    }
}
