/// Divides messages so that near copies stay together.
enum Folds {
    /// The same for the same name on every machine: FNV-1a.
    static func number(_ name: String, of count: Int) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return Int((hash >> 16) % UInt64(count))
    }
}
