/// A set of positions in a pattern; positions are less than `capacity`.
struct StateSet: Sendable, Equatable {
    /// The number of bits in `words`. Patterns with more positions are refused.
    static let capacity = 256
    private var words = SIMD4<UInt64>()

    var isEmpty: Bool { words == SIMD4() }

    mutating func insert(_ element: Int) { words[element >> 6] |= 1 << UInt64(element & 63) }

    mutating func formUnion(_ other: StateSet) { words |= other.words }

    func union(_ other: StateSet) -> StateSet {
        var result = self
        result.formUnion(other)
        return result
    }

    @inline(__always)
    func forEach(_ body: (Int) -> Void) {
        for index in 0..<4 {
            var bits = words[index]
            while bits != 0 {
                body(index << 6 + bits.trailingZeroBitCount)
                bits &= bits - 1
            }
        }
    }
}
