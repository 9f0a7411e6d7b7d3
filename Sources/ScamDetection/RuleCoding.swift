import ScamTaxonomy
import TextAnalysis
import Texts

// What judging needs of rules. What only compiling, testing and editing them needs, such as their examples, isn't stored.
extension SnapshotWriter {
    mutating func rules(_ rules: [Rule]) {
        texts(rules.map(\.id))
        repeated(rules.map { $0.reason?.key ?? "" })
        numbers(rules.map { UInt8($0.reason.map { $0.isVerbatim ? 2 : 1 } ?? 0) })
        numbers(rules.map { UInt8($0.group.number) })
        numbers(rules.map { $0.scamType.flatMap(ScamType.allCases.firstIndex).map(UInt8.init) ?? .max })
        numbers(rules.map(\.weight.bitPattern))
        repeated(rules.map(\.file))
        numbers(rules.map { UInt32($0.line ?? 0) })
    }

    /// Writes texts of which many are equal.
    private mutating func repeated(_ texts: [String]) {
        var numbers: [String: UInt32] = [:]
        var different: [String] = []
        let list = texts.map { text in
            if let known = numbers[text] { return known }
            let number = UInt32(different.count)
            numbers[text] = number
            different.append(text)
            return number
        }
        self.texts(different)
        self.numbers(list)
    }
}

extension SnapshotReader {
    /// The rules, without conditions, references and examples.
    mutating func rules() throws(SnapshotError) -> [Rule] {
        let ids = try texts()
        let reasons = try repeated()
        let kinds = try numbers(UInt8.self)
        let groups = try numbers(UInt8.self)
        let types = try numbers(UInt8.self)
        let weights = try weights()
        let files = try repeated()
        let lines = try numbers(UInt32.self)
        guard
            [reasons.count, kinds.count, groups.count, types.count, weights.count]
                .allSatisfy({ $0 == ids.count }),
            [files.count, lines.count].allSatisfy({ $0 == ids.count }),
            groups.allSatisfy({ $0 < RuleGroup.allCases.count }),
            types.allSatisfy({ $0 == .max || $0 < ScamType.allCases.count })
        else { throw SnapshotError() }
        return ids.indices.map { number in
            let reason: Sentence? =
                switch kinds[number] {
                case 0: nil
                case 1: Sentence(.reasons, key: reasons[number])
                default: Sentence(verbatim: reasons[number])
                }
            return Rule(
                id: ids[number], reason: reason, group: RuleGroup.allCases[Int(groups[number])],
                scamType: types[number] == .max ? nil : ScamType.allCases[Int(types[number])],
                weight: weights[number],
                examples: [], file: files[number],
                line: lines[number] == 0 ? nil : Int(lines[number]), condition: Rule.Condition())
        }
    }

    /// Weights in log-odds.
    private mutating func weights() throws(SnapshotError) -> [Double] {
        let weights = try numbers(UInt64.self).map(Double.init(bitPattern:))
        guard weights.allSatisfy({ abs($0) <= Rule.maximumWeight }) else { throw SnapshotError() }
        return weights
    }

    private mutating func repeated() throws(SnapshotError) -> [String] {
        let different = try texts()
        let list = try numbers(UInt32.self)
        guard list.allSatisfy({ $0 < different.count }) else { throw SnapshotError() }
        return list.map { different[Int($0)] }
    }

    /// Lists of numbers of rules.
    mutating func ruleLists(of ruleCount: Int) throws(SnapshotError) -> [[Int]] {
        let lists = try NumberLists(from: &self, numbers: 0..<ruleCount)
        return (0..<lists.count).map { lists.withList(of: $0) { $0.map(Int.init) } }
    }

    mutating func numbers(below limit: Int) throws(SnapshotError) -> [Int] {
        let numbers = try numbers(UInt32.self)
        guard numbers.allSatisfy({ $0 < limit }) else { throw SnapshotError() }
        return numbers.map(Int.init)
    }
}

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
