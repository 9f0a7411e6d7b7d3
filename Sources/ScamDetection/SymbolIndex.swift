/// Small numbers by symbol, all in one array.
struct SymbolIndex: Sendable {
    private var starts: [Int32]
    private var numbers: [Int32]

    /// - Parameters:
    ///   - symbolCount: one more than the largest symbol.
    ///   - lists: for each number, its symbols; any order, none twice.
    init(symbolCount: Int = 0, _ lists: [[Vocabulary.ID]] = []) {
        starts = Array(repeating: 0, count: symbolCount + 1)
        for list in lists {
            for symbol in list { starts[Int(symbol) + 1] += 1 }
        }
        for symbol in 0..<symbolCount { starts[symbol + 1] += starts[symbol] }
        numbers = Array(repeating: 0, count: Int(starts[symbolCount]))
        var next = starts
        for (number, list) in lists.enumerated() {
            for symbol in list {
                numbers[Int(next[Int(symbol)])] = Int32(truncatingIfNeeded: number)
                next[Int(symbol)] += 1
            }
        }
    }

    /// The numbers of a symbol, ascending; none for -1 and other numbers that are no symbol.
    subscript(symbol: Vocabulary.ID) -> ArraySlice<Int32> {
        guard symbol >= 0, Int(symbol) + 1 < starts.count else { return [] }
        return numbers[Int(starts[Int(symbol)])..<Int(starts[Int(symbol) + 1])]
    }
}
