/// Finds small numbers by 64-bit hashes; a hash may have several. Open addressing, as it is read far more often than
/// built: a look-up costs a few nanoseconds.
struct HashIndex: Sendable {
    private var keys: [UInt64]
    /// -1 where a place is free.
    private var values: [Int32]
    private var shift: UInt64
    private(set) var count = 0

    /// - Parameter capacity: how many pairs there will be; with more it grows.
    init(capacity: Int) {
        var bits = 4
        while 1 << bits < capacity * 2 { bits += 1 }
        keys = Array(repeating: 0, count: 1 << bits)
        values = Array(repeating: -1, count: 1 << bits)
        shift = UInt64(64 - bits)
    }

    private func home(_ key: UInt64) -> Int { Int((key &* 0x9E37_79B9_7F4A_7C15) >> shift) }

    mutating func insert(_ value: Int, for key: UInt64) {
        if count * 2 >= keys.count { grow() }
        var place = home(key)
        while values[place] >= 0 { place = (place + 1) & (keys.count - 1) }
        keys[place] = key
        values[place] = Int32(truncatingIfNeeded: value)
        count += 1
    }

    /// A chain may begin at the end of the arrays, so the pairs move in order from behind a free place.
    private mutating func grow() {
        var larger = HashIndex(capacity: keys.count)
        let start = (values.firstIndex(of: -1) ?? 0) + 1
        for offset in keys.indices {
            let place = (start + offset) & (keys.count - 1)
            if values[place] >= 0 { larger.insert(Int(values[place]), for: keys[place]) }
        }
        self = larger
    }

    /// The first of a hash's numbers, in the order of insertion, that `holds`.
    func first(_ key: UInt64, where holds: (Int) -> Bool = { _ in true }) -> Int? {
        var place = home(key)
        while values[place] >= 0 {
            if keys[place] == key, holds(Int(values[place])) { return Int(values[place]) }
            place = (place + 1) & (keys.count - 1)
        }
        return nil
    }

    /// All numbers of a hash, in the order of insertion.
    func all(_ key: UInt64) -> [Int] {
        var found: [Int] = []
        _ = first(key) {
            found.append($0)
            return false
        }
        return found
    }
}

/// FNV-1a over bytes, equal to `WordKey` over the same characters where they are ASCII.
struct ByteHash {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    init() {}

    init(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { append(byte) }
    }

    mutating func append(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
}
