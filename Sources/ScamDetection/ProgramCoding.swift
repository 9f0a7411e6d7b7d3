import TextAnalysis

// The parts of all programs stand in five lists, so that thousands of programs are read at the price of five arrays.
extension SnapshotWriter {
    mutating func programs(_ programs: [PatternProgram]) {
        numbers(programs.map { UInt32($0.positions.count) })
        numbers(programs.flatMap { $0.positions.map { UInt16($0.symbols.count) } })
        numbers(programs.flatMap { $0.positions.map { UInt8($0.accepts ? 1 : 0) } })
        numbers(programs.flatMap(\.symbols))
        numbers(programs.flatMap(\.sets))
    }
}

extension SnapshotReader {
    /// - Parameter symbolCount: one more than the largest symbol.
    mutating func programs(symbolCount: Int) throws(SnapshotError) -> [PatternProgram] {
        let sizes = try numbers(UInt32.self)
        let symbolCounts = try numbers(UInt16.self)
        let accepts = try numbers(UInt8.self)
        let symbols = try numbers(Vocabulary.ID.self)
        let sets = try numbers(UInt64.self)
        guard accepts.count == symbolCounts.count, symbols.allSatisfy({ $0 >= 0 && $0 < symbolCount }) else {
            throw SnapshotError()
        }
        var positions: [PatternProgram.Position] = []
        positions.reserveCapacity(accepts.count)
        var parts: [(positions: Range<Int>, symbols: Range<Int>, sets: Range<Int>)] = []
        parts.reserveCapacity(sizes.count)
        var (symbolStart, setStart) = (0, 0)
        for size in sizes {
            let first = positions.count
            let setEnd = setStart + (1 + 2 * Int(size)) * StateSet.words(for: Int(size))
            guard 0 < size, size <= StateSet.capacity, Int(size) <= accepts.count - first,
                setEnd <= sets.count, Self.areSets(sets[setStart..<setEnd], of: Int(size))
            else { throw SnapshotError() }
            var end = symbolStart
            for number in first..<first + Int(size) {
                let start = end
                end += Int(symbolCounts[number])
                guard end <= symbols.count, accepts[number] <= 1 else { throw SnapshotError() }
                var mask: UInt64 = 0
                for place in start..<end { mask |= Vocabulary.bit(of: symbols[place]) }
                positions.append(
                    PatternProgram.Position(
                        symbols: Int32(start - symbolStart)..<Int32(end - symbolStart), mask: mask,
                        accepts: accepts[number] == 1))
            }
            parts.append((first..<positions.count, symbolStart..<end, setStart..<setEnd))
            (symbolStart, setStart) = (end, setEnd)
        }
        guard positions.count == accepts.count, symbolStart == symbols.count, setStart == sets.count else {
            throw SnapshotError()
        }
        return parts.map {
            PatternProgram(
                positions: positions[$0.positions], symbols: symbols[$0.symbols], sets: sets[$0.sets])
        }
    }

    /// Whether all elements of the sets are less than `size`.
    private static func areSets(_ sets: ArraySlice<UInt64>, of size: Int) -> Bool {
        let words = StateSet.words(for: size)
        let beyond = size % UInt64.bitWidth == 0 ? 0 : UInt64.max << UInt64(size % UInt64.bitWidth)
        return stride(from: sets.startIndex + words - 1, to: sets.endIndex, by: words)
            .allSatisfy { sets[$0] & beyond == 0 }
    }
}
