import TestSupport
import Testing

@testable import SystemSupport

@Suite("Values within a total cost")
struct LRUCacheTests {
    @Test("What was used last stays")
    func order() {
        var cache = LRUCache<String, Int>(capacity: 3)
        for (value, key) in ["a", "b", "c"].enumerated() { cache.insert(value, for: key, cost: 1, of: .one) }
        #expect(cache.value(for: "a") == 0)
        #expect(cache.insert(3, for: "d", cost: 1, of: .one) == 1)
        #expect(cache.value(for: "b") == nil)
        #expect(cache.insert(4, for: "e", cost: 2, of: .one) == 2)
        #expect(cache.value(for: "c") == nil)
        #expect(cache.value(for: "a") == nil)
        #expect(cache.value(for: "d") == 3)
        #expect((cache.cost, cache.count) == (3, 2))
    }

    @Test("What costs more than all may isn't kept, and takes the old value with it")
    func tooLarge() {
        var cache = LRUCache<String, Int>(capacity: 3)
        cache.insert(1, for: "a", cost: 1, of: .one)
        cache.insert(2, for: "b", cost: 1, of: .one)
        cache.insert(3, for: "a", cost: 4, of: .one)
        #expect(cache.value(for: "a") == nil)
        #expect(cache.value(for: "b") == 2)
        #expect(cache.cost == 1)
    }

    @Test("A client that fills the cache pushes out its own values only, and one that comes gets its share")
    func shares() {
        let (much, little) = (ClientID("much"), ClientID("little"))
        var cache = LRUCache<String, Int>(capacity: 100)
        for number in 0..<10 { cache.insert(number, for: "little \(number)", cost: 1, of: little) }
        for number in 0..<3_000 { cache.insert(number, for: "much \(number)", cost: 1, of: much) }
        for number in 0..<10 { #expect(cache.value(for: "little \(number)") == number) }
        #expect(cache.cost == 100)
        // Half is the most that one can take from the other.
        for number in 10..<3_000 { cache.insert(number, for: "little \(number)", cost: 1, of: little) }
        let left = (0..<3_000).count { cache.value(for: "much \($0)") != nil }
        #expect((49...50).contains(left) && cache.cost == 100)
        // Large values find room too, and no client's sum goes wrong by it.
        cache.insert(0, for: "large", cost: 100, of: little)
        #expect(cache.count == 1)
        cache.insert(0, for: "larger", cost: 60, of: much)
        #expect((cache.count, cache.cost) == (1, 60))
    }

    /// Compares the cache with a list that is searched from end to end.
    @Test("Any sequence of operations gives what a plain list would")
    func model() {
        var generator = SeededGenerator(state: 7)
        for _ in 0..<200 {
            var cache = LRUCache<Int, Int>(capacity: 10)
            var model: [(key: Int, value: Int, cost: Int)] = []
            for step in 0..<200 {
                let key = Int.random(in: 0..<8, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0:
                    let found = model.firstIndex { $0.key == key }.map { model.remove(at: $0) }
                    if let found { model.append(found) }
                    #expect(cache.value(for: key) == found?.value)
                case 1:
                    let found = model.firstIndex { $0.key == key }.map { model.remove(at: $0) }
                    #expect(cache.remove(key) == found?.value)
                case 2:
                    cache.removeAll { $0 % 5 == key % 5 }
                    model.removeAll { $0.value % 5 == key % 5 }
                default:
                    let cost = Int.random(in: 0...11, using: &generator)
                    cache.insert(step, for: key, cost: cost, of: .one)
                    model.removeAll { $0.key == key }
                    guard cost <= 10 else { break }
                    while model.reduce(0, { $0 + $1.cost }) + cost > 10 { model.removeFirst() }
                    model.append((key, step, cost))
                }
                #expect(cache.count == model.count)
                #expect(cache.cost == model.reduce(0) { $0 + $1.cost })
            }
        }
    }
}
