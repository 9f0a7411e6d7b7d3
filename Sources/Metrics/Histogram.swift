import Synchronization

/// How often something took how long, in fixed buckets.
package final class Histogram: Instrument {
    private let bounds: Buckets
    /// One a bound, and one for what is above them all.
    private let counts: [Counter]
    private let nanoseconds = Atomic<UInt64>(0)

    init(_ bounds: Buckets) {
        self.bounds = bounds
        counts = (0...bounds.nanoseconds.count).map { _ in Counter() }
    }

    package func observe(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let whole = UInt64(clamping: seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let taken =
            whole.overflow ? UInt64.max : whole.partialValue &+ UInt64(clamping: attoseconds / 1_000_000_000)
        let index = bounds.nanoseconds.firstIndex { taken <= $0 } ?? bounds.nanoseconds.count
        counts[index].add()
        nanoseconds.wrappingAdd(taken, ordering: .relaxed)
    }

    package var count: UInt64 { counts.reduce(0) { $0 + $1.value } }
    package var isUntouched: Bool { count == 0 }

    package func write(_ series: SeriesName, to exposition: inout Exposition) {
        // What is observed meanwhile may be missing from the sum, but never from one bucket and not from the next.
        let sum = Double(nanoseconds.load(ordering: .relaxed)) / 1e9
        var total: UInt64 = 0
        for (index, counter) in counts.enumerated() {
            total += counter.value
            let bound = index < bounds.seconds.count ? Exposition.number(bounds.seconds[index]) : "+Inf"
            exposition.sample(series.suffixed("_bucket", label: ("le", bound)), "\(total)")
        }
        exposition.sample(series.suffixed("_sum"), Exposition.number(sum))
        exposition.sample(series.suffixed("_count"), "\(total)")
    }
}

/// Upper bounds of a histogram's buckets, rising.
package struct Buckets: Sendable {
    package let seconds: [Double]
    let nanoseconds: [UInt64]

    init(seconds: [Double]) {
        self.seconds = seconds
        nanoseconds = seconds.map { UInt64(($0 * 1e9).rounded()) }
    }
}
