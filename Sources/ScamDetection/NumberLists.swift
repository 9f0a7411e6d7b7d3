import TextAnalysis

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
