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
