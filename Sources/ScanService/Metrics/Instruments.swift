import Synchronization

/// The value of one series, such as a counter or a gauge.
package protocol Instrument: Sendable {
    /// Whether nothing has been recorded yet.
    var isUntouched: Bool { get }
    func write(_ series: SeriesName, to exposition: inout Exposition)
}

/// A number that only grows while the server runs.
package final class Counter: Instrument {
    private let count = Atomic<UInt64>(0)

    package init() {}

    package func add(_ amount: Int = 1) {
        count.wrappingAdd(UInt64(clamping: amount), ordering: .relaxed)
    }

    package var value: UInt64 { count.load(ordering: .relaxed) }
    package var isUntouched: Bool { value == 0 }

    package func write(_ series: SeriesName, to exposition: inout Exposition) {
        exposition.sample(series, "\(value)")
    }
}

package final class Gauge: Instrument {
    /// The value as the bits of a `Double`, because there is no atomic `Double`.
    private let bits = Atomic<UInt64>(0)

    package init() {}

    package func set(_ value: Double) { bits.store(value.bitPattern, ordering: .relaxed) }
    package func set(_ value: Int) { set(Double(value)) }

    package func add(_ difference: Int) {
        var current = bits.load(ordering: .relaxed)
        while true {
            let moved = (Double(bitPattern: current) + Double(difference)).bitPattern
            let result = bits.weakCompareExchange(expected: current, desired: moved, ordering: .relaxed)
            if result.exchanged { return }
            current = result.original
        }
    }

    package var value: Double { Double(bitPattern: bits.load(ordering: .relaxed)) }
    package var isUntouched: Bool { value == 0 }

    package func write(_ series: SeriesName, to exposition: inout Exposition) {
        exposition.sample(series, Exposition.number(value))
    }
}

package final class Histogram: Instrument {
    private let bounds: Buckets
    /// One counter for each bound, and one for durations above the last bound.
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
        // The sum is read before the buckets. A duration that is recorded meanwhile may be missing from the sum, but is
        // in its bucket and in all larger ones.
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

/// The upper bounds of a histogram's buckets, in rising order.
package struct Buckets: Sendable {
    package let seconds: [Double]
    let nanoseconds: [UInt64]

    init(seconds: [Double]) {
        self.seconds = seconds
        nanoseconds = seconds.map { UInt64(($0 * 1e9).rounded()) }
    }
}
