/// A grey PNG of any size made in memory: rows unfiltered, data uncompressed.
package struct PlainPNG {
    package var width: Int
    package var height: Int
    /// Rows of the picture, each with a filter type in front.
    package var rows: [UInt8]
    package var orientation: UInt8?
    package var adlerIsRight = true
    package var isInterlaced = false
    /// Where set, the data isn't `rows`, but black pixels that go on for this many bytes, compressed 158 to 1.
    package var endlessBytes: Int?

    /// Chunks before and behind the pixels.
    var before: [UInt8] = []
    var behind: [UInt8] = []

    package init(width: Int, height: Int, value: (_ x: Int, _ y: Int) -> UInt8) {
        self.width = width
        self.height = height
        rows = (0..<height).flatMap { y in [0] + (0..<width).map { value($0, y) } }
    }

    package var bytes: [UInt8] {
        var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        bytes += Self.chunk(
            "IHDR", Self.word(width) + Self.word(height) + [8, 0, 0, 0, isInterlaced ? 1 : 0])
        if let orientation {
            let tag: [UInt8] = [0, 1, 1, 18, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
            bytes += Self.chunk("eXIf", Array("MM".utf8) + [0, 42, 0, 0, 0, 8] + tag)
        }
        return bytes + before
            + Self.chunk("IDAT", endlessBytes.map { [0x78, 0x01] + EndlessDeflate.zeros($0) } ?? stream)
            + behind + Self.chunk("IEND", [])
    }

    /// The rows as one zlib stream.
    var stream: [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: rows.count, by: 65_535) {
            let block = rows[start..<min(start + 65_535, rows.count)]
            let (low, high) = (UInt8(block.count & 0xFF), UInt8(block.count >> 8))
            stream += [start + block.count == rows.count ? 1 : 0, low, high, ~low, ~high] + block
        }
        var (a, b) = (1, 0)
        for byte in rows {
            a = (a + Int(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return stream + Self.word((b << 16 | a) ^ (adlerIsRight ? 0 : 1))
    }

    static func word(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }

    static func chunk(_ name: String, _ payload: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + payload
        var sum = UInt32.max
        for byte in body {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        return word(payload.count) + body + word(Int(~sum))
    }
}
