/// Compressed data of much more than its own length.
package enum EndlessDeflate {
    /// A deflate stream of zeros without an end, compressed 158 to 1: a block with fixed codes (RFC 1951, section 3.2.6) of one
    /// literal and then repetitions of 258 bytes each, of 13 bits.
    package static func zeros(_ count: Int) -> [UInt8] {
        var bits: [UInt8] = [1, 1, 0] + [0, 0, 1, 1, 0, 0, 0, 0]
        // After this many repetitions, which fill whole bytes, the bytes come again.
        let period = 8
        for _ in 0..<2 * period { bits += [1, 1, 0, 0, 0, 1, 0, 1] + [0, 0, 0, 0, 0] }
        let bytes = stride(from: 0, to: bits.count - 7, by: 8).map { start in
            (0..<8).reduce(UInt8(0)) { $0 | bits[start + $1] << UInt8($1) }
        }
        let cycle = Array(bytes[2..<2 + 13])
        var stream = Array(bytes[..<2])
        for _ in 0..<count / (258 * period) { stream += cycle }
        return stream
    }
}
