import Synchronization

/// What a series is made of: `init` gives one that has seen nothing.
package protocol Instrument: Sendable {
    /// Whether nothing was recorded.
    var isUntouched: Bool { get }
    /// Its sample lines.
    func write(_ series: SeriesName, to exposition: inout Exposition)
}

/// Counts what happens. It only grows.
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

/// A value as it stands: set, or moved up and down.
package final class Gauge: Instrument {
    /// A `Double`'s bits.
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
