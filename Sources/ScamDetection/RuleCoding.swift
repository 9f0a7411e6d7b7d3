import TextAnalysis
import ScamTaxonomy
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
