import TestSupport
import Testing

@testable import Concurrency

@Suite("Values within a total cost")
struct LRUCacheTests {
    @Test("What was used last stays")
    func order() {
        var cache = LRUCache<String, Int>(capacity: 3)
        for (value, key) in ["a", "b", "c"].enumerated() { cache.insert(value, for: key, cost: 1) }
        #expect(cache.value(for: "a") == 0)
        #expect(cache.insert(3, for: "d", cost: 1) == 1)
        #expect(cache.value(for: "b") == nil)
        #expect(cache.insert(4, for: "e", cost: 2) == 2)
        #expect(cache.value(for: "c") == nil)
        #expect(cache.value(for: "a") == nil)
        #expect(cache.value(for: "d") == 3)
        #expect((cache.cost, cache.count) == (3, 2))
    }

    @Test("What costs more than all may isn't kept, and takes the old value with it")
    func tooLarge() {
        var cache = LRUCache<String, Int>(capacity: 3)
        cache.insert(1, for: "a", cost: 1)
        cache.insert(2, for: "b", cost: 1)
        cache.insert(3, for: "a", cost: 4)
        #expect(cache.value(for: "a") == nil)
        #expect(cache.value(for: "b") == 2)
        #expect(cache.cost == 1)
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
                    cache.insert(step, for: key, cost: cost)
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
