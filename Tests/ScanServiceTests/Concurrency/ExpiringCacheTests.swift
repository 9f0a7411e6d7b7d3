import Testing

@testable import SystemSupport

@Suite("What is remembered for a while")
struct ExpiringCacheTests {
    @Test("Hits, misses and what had to go are counted")
    func counts() {
        let cache = ExpiringCache<Int, String>(capacity: 10, lifetime: .seconds(3_600))
        cache.insert("one", for: 1, cost: 6, of: .one)
        #expect(cache.value(for: 1) == "one")
        #expect(cache.value(for: 2) == nil)
        cache.insert("two", for: 2, cost: 6, of: .one)
        #expect(cache.value(for: 1) == nil)
        let counts = cache.counts
        #expect((counts.entries, counts.cost, counts.evictions) == (1, 6, 1))
        #expect((counts.hits, counts.misses) == (1, 2))
    }

    @Test("A capacity of 0 keeps nothing")
    func off() {
        let cache = ExpiringCache<Int, String>(capacity: 0, lifetime: .seconds(3_600))
        cache.insert("one", for: 1, cost: 1, of: .one)
        #expect(cache.value(for: 1) == nil)
        #expect(cache.counts.entries == 0)
    }

    @Test("What is too old leaves memory without being asked for, again and again")
    func expiry() async throws {
        let cache = ExpiringCache<Int, String>(capacity: 10, lifetime: .milliseconds(50))
        for round in 0..<3 {
            cache.insert("value", for: round, cost: 1, of: .one)
            let deadline = ContinuousClock.now + .seconds(30)
            while cache.counts.entries > 0, .now < deadline { try await Task.sleep(for: .milliseconds(5)) }
            #expect(cache.counts.entries == 0)
        }
    }

    @Test("A claim stands until it expires")
    func claims() {
        let cache = ExpiringCache<Int, String>(capacity: 10, lifetime: .seconds(3_600))
        #expect(cache.claim("first", for: 1, cost: 1, of: .one) == "first")
        #expect(cache.claim("second", for: 1, cost: 1, of: .one) == "first")
        cache.remove(1)
        #expect(cache.claim("second", for: 1, cost: 1, of: .one) == "second")
    }
}
