/// A set of positions in a pattern.
protocol PositionSet {
    init()
    /// - Parameters:
    ///   - number: the place among sets that lie one after the other.
    ///   - words: the 64-bit words of each set.
    init(_ number: Int, of sets: UnsafeBufferPointer<UInt64>, words: Int)
    var isEmpty: Bool { get }
    mutating func formUnion(_ other: Self)
    func forEach(_ body: (Int) -> Void)
}

/// A set of positions that are less than 64.
struct SmallStateSet: PositionSet {
    private var bits: UInt64 = 0

    init() {}

    @inline(__always)
    init(_ number: Int, of sets: UnsafeBufferPointer<UInt64>, words: Int) { bits = sets[number] }

    var isEmpty: Bool { bits == 0 }

    @inline(__always)
    mutating func formUnion(_ other: SmallStateSet) { bits |= other.bits }

    @inline(__always)
    func forEach(_ body: (Int) -> Void) {
        var bits = bits
        while bits != 0 {
            body(bits.trailingZeroBitCount)
            bits &= bits - 1
        }
    }
}

/// A set of positions that are less than `capacity`.
struct StateSet: PositionSet, Sendable, Equatable {
    /// The number of bits in `words`. Patterns with more positions are refused.
    static let capacity = 256
    private var words = SIMD4<UInt64>()

    /// The number of 64-bit words that hold the elements less than `count`.
    static func words(for count: Int) -> Int { (count + UInt64.bitWidth - 1) / UInt64.bitWidth }

    init() {}

    init(_ number: Int, of sets: UnsafeBufferPointer<UInt64>, words count: Int) {
        for word in 0..<count { words[word] = sets[number * count + word] }
    }

    /// The lowest `count` times 64 elements.
    func lowest(_ count: Int) -> [UInt64] { (0..<count).map { words[$0] } }

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
