import ScanService
import TestSupport
import Testing

@Suite("Rate limits")
struct RateLimiterTests {
    private let start = ContinuousClock.now
    private let limit = RateLimit(unitsPerMinute: 60, burst: 10)

    private func at(_ seconds: Double) -> ContinuousClock.Instant { start + .seconds(seconds) }

    @Test("The burst at once, then as much as flows in; what is refused takes nothing")
    func burst() {
        let limiter = RateLimiter<Int>(capacity: 4)
        for remaining in (0..<10).reversed() {
            let decision = limiter.take(1, for: 1, limit: limit, now: start)
            #expect(decision.isAllowed && decision.remaining == remaining && decision.retryAfter == 0)
            #expect(decision.limit == 10 && decision.reset == 10 - remaining)
        }
        for _ in 0..<3 {
            let refused = limiter.take(1, for: 1, limit: limit, now: start)
            #expect(!refused.isAllowed && refused.remaining == 0 && refused.retryAfter == 1)
        }
        #expect(!limiter.take(1, for: 1, limit: limit, now: at(0.999)).isAllowed)
        #expect(limiter.take(1, for: 1, limit: limit, now: at(1)).isAllowed)
        #expect(!limiter.take(1, for: 1, limit: limit, now: at(1)).isAllowed)
        #expect(limiter.take(5, for: 1, limit: limit, now: at(6)).isAllowed)
    }

    @Test("A pause fills it to the burst and no further")
    func pause() {
        let limiter = RateLimiter<Int>(capacity: 4)
        #expect(limiter.take(10, for: 1, limit: limit, now: start).isAllowed)
        #expect(limiter.take(10, for: 1, limit: limit, now: at(3_600)).isAllowed)
        #expect(!limiter.take(1, for: 1, limit: limit, now: at(3_600)).isAllowed)
    }

    @Test("A refused client is told when its request would go through, and then it does")
    func retryAfter() {
        let limiter = RateLimiter<Int>(capacity: 4)
        #expect(limiter.take(8, for: 1, limit: limit, now: start).isAllowed)
        let refused = limiter.take(7, for: 1, limit: limit, now: start)
        #expect(!refused.isAllowed && refused.remaining == 2 && refused.retryAfter == 5)
        #expect(!limiter.take(7, for: 1, limit: limit, now: at(4.9)).isAllowed)
        #expect(limiter.take(7, for: 1, limit: limit, now: at(5)).isAllowed)
    }

    @Test("A cost above the burst counts as the burst; none asks how things stand")
    func oddCosts() {
        let limiter = RateLimiter<Int>(capacity: 4)
        #expect(limiter.take(1_000, for: 1, limit: limit, now: start).isAllowed)
        #expect(limiter.take(0, for: 1, limit: limit, now: start).remaining == 0)
        #expect(!limiter.take(1_000, for: 1, limit: limit, now: at(9)).isAllowed)
        #expect(limiter.take(1_000, for: 1, limit: limit, now: at(10)).isAllowed)
    }

    @Test("What is charged afterwards makes a debt, which is refused until it is paid; others aren't")
    func debt() {
        let limiter = RateLimiter<Int>(capacity: 4)
        #expect(limiter.take(1, for: 1, limit: limit, now: start).isAllowed)
        limiter.charge(29, to: 1, limit: limit, now: start)
        let refused = limiter.take(1, for: 1, limit: limit, now: start)
        #expect(
            !refused.isAllowed && refused.remaining == 0 && refused.retryAfter == 21 && refused.reset == 30)
        #expect(!limiter.take(1, for: 1, limit: limit, now: at(20.9)).isAllowed)
        #expect(limiter.take(10, for: 2, limit: limit, now: start).isAllowed)
        #expect(limiter.take(1, for: 1, limit: limit, now: at(21)).isAllowed)
        // A new client's charge counts too.
        limiter.charge(15, to: 3, limit: limit, now: at(21))
        #expect(!limiter.take(1, for: 3, limit: limit, now: at(21)).isAllowed)
    }

    @Test("Clients have buckets of their own, each at its own rate")
    func clients() {
        let limiter = RateLimiter<String>(capacity: 4)
        #expect(limiter.take(10, for: "a", limit: limit, now: start).isAllowed)
        #expect(limiter.take(10, for: "b", limit: limit, now: start).isAllowed)
        #expect(!limiter.take(1, for: "a", limit: limit, now: start).isAllowed)
        let faster = RateLimit(unitsPerMinute: 6_000, burst: 10)
        #expect(limiter.take(10, for: "c", limit: faster, now: start).isAllowed)
        #expect(limiter.take(10, for: "c", limit: faster, now: at(0.1)).isAllowed)
    }

    @Test("Against a bucket counted unit by unit: the same decisions for random requests")
    func model() {
        var generator = SeededGenerator(state: 7)
        let limiter = RateLimiter<Int>(capacity: 1)
        // The model counts in thousandths of a unit; one is added each millisecond.
        var (tokens, last) = (10_000, 0)
        for _ in 0..<5_000 {
            let now = last + Int.random(in: 0...3_000, using: &generator)
            let cost = Int.random(in: 0...10, using: &generator)
            tokens = min(10_000, tokens + now - last)
            last = now
            let isAllowed = tokens >= cost * 1_000
            if isAllowed { tokens -= cost * 1_000 }
            let decision = limiter.take(
                cost, for: 1, limit: limit, now: start + .milliseconds(now))
            #expect(decision.isAllowed == isAllowed)
            #expect(decision.remaining == tokens / 1_000)
            #expect(decision.reset == (10_000 - tokens + 999) / 1_000)
        }
    }

    @Test("A flood of new clients gives nobody units back, and the table stays as large as it may be")
    func flood() {
        let limiter = RateLimiter<Int>(capacity: 100)
        #expect(limiter.take(10, for: -1, limit: limit, now: start).isAllowed)
        for client in 0..<10_000 { _ = limiter.take(1, for: client, limit: limit, now: start) }
        #expect(limiter.count == 100)
        #expect(!limiter.take(1, for: -1, limit: limit, now: start).isAllowed)
    }

    @Test("Clients beyond a full table share a bucket; forgotten are only full ones")
    func sharing() {
        let limiter = RateLimiter<Int>(capacity: 4)
        for client in 0..<4 { _ = limiter.take(10, for: client, limit: limit, now: start) }
        // All new clients share one bucket of ten units.
        let allowed = (10..<30).filter { limiter.take(1, for: $0, limit: limit, now: start).isAllowed }
        #expect(allowed.count == 10)
        // After ten seconds the four buckets are full and can be replaced.
        for client in 40..<44 {
            #expect(limiter.take(10, for: client, limit: limit, now: at(10)).isAllowed)
        }
        #expect(limiter.count == 4)
        #expect(!limiter.take(10, for: 40, limit: limit, now: at(10)).isAllowed)
    }
}
