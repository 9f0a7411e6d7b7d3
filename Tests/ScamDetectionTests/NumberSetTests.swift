import TestSupport
import Testing

@testable import ScamDetection

@Suite("Sets and lists of small numbers") struct NumberSetTests {
    @Test("A set holds what was put in, and gives it in order", arguments: [1, 63, 64, 65, 500])
    func set(_ capacity: Int) {
        var random = SeededGenerator(state: UInt64(capacity))
        var numbers: Set<Int> = [0, capacity - 1]
        for _ in 0..<capacity / 7 { numbers.insert(Int.random(in: 0..<capacity, using: &random)) }
        var set = NumberSet(capacity: capacity)
        for number in numbers { set.insert(number) }
        var found: [Int] = []
        while let next = set.next(from: found.last.map { $0 + 1 } ?? 0) { found.append(next) }
        #expect(found == numbers.sorted())
        #expect((0..<capacity).allSatisfy { set.contains($0) == numbers.contains($0) })
        #expect(NumberSet(capacity: capacity).next(from: 0) == nil)
    }

    @Test("Lists made of pairs are those that were put in one after the other")
    func lists() {
        let expected = [[3, 1], [], [7, 7, 0], [], [2]]
        var appended = NumberLists()
        for list in expected { appended.append(list) }
        let pairs = [(index: 4, number: 2), (0, 3), (2, 7), (0, 1), (2, 7), (2, 0)]
        for lists in [appended, NumberLists(count: expected.count, pairs)] {
            #expect(lists.count == expected.count)
            for (index, list) in expected.enumerated() {
                var found: [Int] = []
                lists.forEach(of: index) { found.append($0) }
                #expect(found == list)
                #expect(lists.withList(of: index) { $0.map { Int($0) } } == list)
            }
            var count = 0
            for outside in [-1, expected.count] { lists.forEach(of: outside) { _ in count += 1 } }
            #expect(count == 0)
        }
    }
}
