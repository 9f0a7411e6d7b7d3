import ScamTaxonomy
import Testing

@testable import ScanService

@Suite("Counts of the last hour") struct LastHourTests {
    private let start = ContinuousClock.now
    private let hour: LastHour<RiskLevel>

    init() { hour = LastHour(start: start) }

    private func time(_ minutes: Int) -> ContinuousClock.Instant { start + .seconds(60 * minutes + 1) }

    @Test("What is an hour old counts no more, and its place is used again") func forgets() {
        hour.add(.high, at: time(0))
        hour.add(.high, at: time(30))
        hour.add(.low, at: time(30))
        #expect(hour.counts(at: time(59)) == [.high: 2, .medium: 0, .low: 1, .unknown: 0])
        #expect(hour.counts(at: time(60))[.high] == 1)
        hour.add(.unknown, at: time(60))
        #expect(hour.counts(at: time(61)) == [.high: 1, .medium: 0, .low: 1, .unknown: 1])
        #expect(hour.counts(at: time(1_000)).values.allSatisfy { $0 == 0 })
    }

    @Test("Somebody who comes an hour late doesn't empty a newer minute") func late() {
        hour.add(.high, at: time(60))
        hour.add(.low, at: time(0))
        #expect(hour.counts(at: time(60)) == [.high: 1, .medium: 0, .low: 0, .unknown: 0])
    }
}
