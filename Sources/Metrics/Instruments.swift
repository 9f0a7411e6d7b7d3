import Synchronization

/// The value of one series.
package protocol Instrument: Sendable {
    /// Whether nothing has been recorded yet.
    var isUntouched: Bool { get }
    /// Appends the series' sample lines.
    func write(_ series: SeriesName, to exposition: inout Exposition)
}

/// A number that only grows.
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

/// A number that is set, or moved up and down.
package final class Gauge: Instrument {
    /// The bits of a `Double`, as there is no atomic `Double`.
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
