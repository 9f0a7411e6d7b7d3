/// Divides messages into parts so that near copies stay together.
enum Folds {
    /// Constants of 64-bit FNV-1a.
    private static let offsetBasis: UInt64 = 0xCBF2_9CE4_8422_2325
    private static let prime: UInt64 = 0x100_0000_01B3

    /// The part of a name. FNV-1a makes it the same on every machine.
    static func number(_ name: String, of count: Int) -> Int {
        var hash = offsetBasis
        for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* prime }
        // The high bits are mixed better.
        return Int((hash >> 16) % UInt64(count))
    }
}
