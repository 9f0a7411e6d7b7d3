/// A set of numbers from 0, of which each is a bit: sets of thousands stay where the processor finds them fastest.
struct NumberSet: Sendable {
    private var words: [UInt64]

    /// - Parameter capacity: one more than the largest number.
    init(capacity: Int) {
        words = Array(repeating: 0, count: (capacity + UInt64.bitWidth - 1) / UInt64.bitWidth)
    }

    /// - Parameter number: must be less than the capacity.
    @inline(__always)
    func contains(_ number: Int) -> Bool { words[number >> 6] & 1 << UInt64(number & 63) != 0 }

    /// - Parameter number: must be less than the capacity.
    @inline(__always)
    mutating func insert(_ number: Int) { words[number >> 6] |= 1 << UInt64(number & 63) }

    /// The smallest number of the set that is at least `start`; nil if there is none.
    func next(from start: Int) -> Int? {
        var index = start >> 6
        guard index < words.count else { return nil }
        var bits = words[index] & (UInt64.max << UInt64(start & 63))
        while bits == 0 {
            index += 1
            guard index < words.count else { return nil }
            bits = words[index]
        }
        return index << 6 + bits.trailingZeroBitCount
    }
}
