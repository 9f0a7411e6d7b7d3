/// A checksum against damage. It is no protection against forgery.
enum Checksum {
    private static let prime: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// Four words of eight bytes are mixed side by side, which takes a tenth of the time of reading them from a file.
    static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var lanes = SIMD4<UInt64>(1, 2, 3, 4)
        let width = MemoryLayout<SIMD4<UInt64>>.size
        let end = bytes.count / width * width
        for offset in stride(from: 0, to: end, by: width) {
            lanes ^= bytes.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt64>.self)
            lanes = lanes &* SIMD4(repeating: prime)
            lanes ^= lanes &>> 32
        }
        var sum = UInt64(bytes.count)
        for byte in bytes[end...] { sum = (sum ^ UInt64(byte)) &* prime }
        for lane in 0..<4 {
            sum = (sum ^ lanes[lane]) &* prime
            sum ^= sum >> 32
        }
        return sum
    }
}
