import TextAnalysis

/// Finds small numbers by 64-bit hashes; a hash may have several numbers.
///
/// Open addressing: a place is taken for each pair, and nothing is allocated for a hash. docs/adr/0010-loading.md has the
/// figures that keep this table beside `Dictionary`.
struct HashIndex: Sendable {
    private var keys: [UInt64]
    /// The number at each place of the table; -1 if the place is free.
    private var values: [Int32]
    private var shift: UInt64
    private(set) var count = 0

    /// - Parameter capacity: the expected number of pairs. The table grows if there are more.
    init(capacity: Int) {
        var bits = Self.leastBits
        while (1 << bits) * 3 < capacity * 4 { bits += 1 }
        keys = Array(repeating: 0, count: 1 << bits)
        values = Array(repeating: -1, count: 1 << bits)
        shift = UInt64(64 - bits)
    }

    /// The binary logarithm of the smallest table's number of places.
    private static let leastBits = 4
    /// 2^64 divided by the golden ratio: multiplying by it spreads hashes over the table (Knuth, TAOCP 6.4).
    private static let multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15

    func write(to writer: inout SnapshotWriter) {
        writer.numbers(keys)
        writer.numbers(values)
    }

    /// - Parameter limit: one more than the largest number.
    init(from reader: inout SnapshotReader, below limit: Int) throws(SnapshotError) {
        keys = try reader.numbers()
        values = try reader.numbers()
        count = values.count { $0 >= 0 }
        // A search ends at a free place.
        guard keys.count == values.count, keys.count.nonzeroBitCount == 1, count < keys.count,
            values.allSatisfy({ $0 >= -1 && $0 < limit })
        else { throw SnapshotError() }
        shift = UInt64(64 - keys.count.trailingZeroBitCount)
    }

    private func home(_ key: UInt64) -> Int { Int((key &* Self.multiplier) >> shift) }

    mutating func insert(_ value: Int, for key: UInt64) {
        if count * 4 >= keys.count * 3 { grow() }
        var place = home(key)
        while values[place] >= 0 { place = (place + 1) & (keys.count - 1) }
        keys[place] = key
        values[place] = Int32(truncatingIfNeeded: value)
        count += 1
    }

    /// Doubles the table. A chain of taken places may wrap around the arrays' end, so pairs are moved in order, beginning after
    /// a free place.
    private mutating func grow() {
        var larger = HashIndex(capacity: keys.count)
        let start = (values.firstIndex(of: -1) ?? 0) + 1
        for offset in keys.indices {
            let place = (start + offset) & (keys.count - 1)
            if values[place] >= 0 { larger.insert(Int(values[place]), for: keys[place]) }
        }
        self = larger
    }

    /// The first of a hash's numbers, in the order of insertion, for which `holds` is true.
    func first(_ key: UInt64, where holds: (Int) -> Bool) -> Int? {
        var place = home(key)
        while values[place] >= 0 {
            if keys[place] == key, holds(Int(values[place])) { return Int(values[place]) }
            place = (place + 1) & (keys.count - 1)
        }
        return nil
    }

    /// All of a hash's numbers, in the order of insertion.
    func all(_ key: UInt64) -> [Int] {
        var found: [Int] = []
        _ = first(key) {
            found.append($0)
            return false
        }
        return found
    }
}

/// The 64-bit FNV-1a hash of bytes. Callers compare what they find, as two texts may have one hash.
struct ByteHash {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    init(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { append(byte) }
    }

    mutating func append(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
}

/// Lists of small numbers, one after the other in one piece of memory: a list for each index from 0.
struct NumberLists: Sendable {
    private var numbers: [Int32] = []
    /// Where each list begins in `numbers`, and behind the last one's.
    private var starts: [Int32] = [0]

    init() {}

    /// - Parameters:
    ///   - count: the number of lists.
    ///   - pairs: an index and a number of its list each, in the lists' order.
    init(count: Int, _ pairs: [(index: Int, number: Int)]) {
        starts = Array(repeating: 0, count: count + 1)
        for pair in pairs { starts[pair.index + 1] += 1 }
        for index in 0..<count { starts[index + 1] += starts[index] }
        numbers = Array(repeating: 0, count: pairs.count)
        var next = starts
        for pair in pairs {
            numbers[Int(next[pair.index])] = Int32(pair.number)
            next[pair.index] += 1
        }
    }

    /// Adds a list behind the others.
    mutating func append(_ list: some Sequence<Int>) {
        for number in list { numbers.append(Int32(number)) }
        starts.append(Int32(numbers.count))
    }

    func write(to writer: inout SnapshotWriter) {
        writer.numbers(numbers)
        writer.numbers(starts)
    }

    /// - Parameter range: what each number must lie in; it doesn't begin below 0.
    init(from reader: inout SnapshotReader, numbers range: Range<Int>) throws(SnapshotError) {
        numbers = try reader.numbers()
        starts = try reader.numbers()
        guard starts.first == 0, starts.last.map(Int.init) == numbers.count,
            zip(starts, starts.dropFirst()).allSatisfy(<=), numbers.allSatisfy({ range.contains(Int($0)) })
        else { throw SnapshotError() }
    }

    var count: Int { starts.count - 1 }

    /// Calls `body` with each number of a list. An index outside the lists has none.
    @inline(__always)
    func forEach(of index: Int, _ body: (Int) -> Void) {
        guard index >= 0, index < count else { return }
        for place in Int(starts[index])..<Int(starts[index + 1]) { body(Int(numbers[place])) }
    }

    /// Calls `body` with a list.
    @inline(__always)
    func withList<Result>(of index: Int, _ body: (UnsafeBufferPointer<Int32>) -> Result) -> Result {
        numbers.withUnsafeBufferPointer {
            body(UnsafeBufferPointer(rebasing: $0[Int(starts[index])..<Int(starts[index + 1])]))
        }
    }
}
