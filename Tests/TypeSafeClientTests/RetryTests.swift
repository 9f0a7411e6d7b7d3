import Foundation
import TestSupport
import Testing

@testable import TypeSafeClient

@Suite("Waiting between attempts")
struct RetryTests {
    @Test("Waits double up to the longest, between half and all of it")
    func backoff() {
        let policy = RetryPolicy(attempts: 9, firstDelay: .milliseconds(100), maxDelay: .seconds(1))
        var generator = SeededGenerator(state: 1)
        var seen: Set<Duration> = []
        for _ in 0..<100 {
            for (attempt, full) in [(1, 100), (2, 200), (3, 400), (4, 800), (5, 1000), (60, 1000)] {
                let delay = policy.delay(after: attempt, asked: nil, using: &generator)
                #expect(delay >= .milliseconds(full) / 2 && delay <= .milliseconds(full))
                seen.insert(delay)
            }
        }
        #expect(seen.count > 500)
    }

    @Test("What the server asks for is never undercut")
    func asked() {
        var generator = SeededGenerator(state: 2)
        for seconds in [0, 1, 30] {
            let delay = RetryPolicy().delay(after: 1, asked: .seconds(seconds), using: &generator)
            #expect(delay > .seconds(seconds) && delay < .seconds(seconds + 1))
        }
    }

    @Test(
        "Retry-After is seconds or a date, and nothing else",
        arguments: [
            ("0", 0), ("7", 7), (" 120 ", 120), ("99999999999999999999999", 86_400), ("999999", 86_400),
            ("Sun, 06 Nov 1994 08:49:37 GMT", 37), ("Sun, 06 Nov 1994 08:48:00 GMT", 0),
            ("Sun, 06 Nov 2094 08:49:37 GMT", 86_400), ("-1", nil), ("1.5", nil), ("", nil), ("soon", nil),
            ("Sun, 06 Nov 1994 08:49 GMT", nil), ("Sun, 06 Foo 1994 08:49:37 GMT", nil),
            ("Sun, 99 Nov 1994 08:49:37 GMT", nil), ("٣", nil),
        ] as [(String, Int?)])
    func field(_ value: String, _ seconds: Int?) {
        // The date is 1994-11-06 08:49:00 UTC.
        let now = Date(timeIntervalSince1970: 784_111_740)
        #expect(RetryAfter.duration(value, now: now) == seconds.map { .seconds($0) })
    }
}
