/// Divides messages into parts so that near copies stay together.
enum Folds {
    /// The constants of the 64-bit FNV-1a hash.
    private static let offsetBasis: UInt64 = 0xCBF2_9CE4_8422_2325
    private static let prime: UInt64 = 0x100_0000_01B3

    /// The part to which a name belongs. FNV-1a gives the same part on every machine.
    static func number(_ name: String, of count: Int) -> Int {
        var hash = offsetBasis
        for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* prime }
        // The hash's high bits are mixed better than its low ones.
        return Int((hash >> 16) % UInt64(count))
    }
}
