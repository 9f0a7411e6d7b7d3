import Foundation

/// Measures wall time, or the CPU time of this thread or of the process, in microseconds.
struct Stopwatch {
    private let clock: clockid_t
    private let start: Double

    static var wall: Stopwatch { Stopwatch(CLOCK_MONOTONIC) }
    static var thread: Stopwatch { Stopwatch(CLOCK_THREAD_CPUTIME_ID) }

    static var process: Stopwatch { Stopwatch(CLOCK_PROCESS_CPUTIME_ID) }

    private init(_ clock: clockid_t) {
        self.clock = clock
        start = Self.now(clock)
    }

    var elapsed: Double { Self.now(clock) - start }

    private static func now(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }
}

/// Order statistics and the mean of some values.
struct Figures {
    private var sorted: [Double]

    init(_ values: [Double]) { sorted = values.sorted() }

    /// - Parameter share: 0…1; 0 gives the smallest value and 0.5 the median.
    subscript(share: Double) -> Double {
        sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
    }

    var mean: Double { sorted.isEmpty ? 0 : sorted.reduce(0, +) / Double(sorted.count) }
}

extension Double {
    /// The number with one decimal, right-aligned.
    var column: String { String(format: "%10.1f", self) }
}

extension String {
    /// The text left-aligned in the first column.
    var heading: String { padding(toLength: 22, withPad: " ", startingAt: 0) }
    /// The text right-aligned in a column.
    var column: String { String(repeating: " ", count: max(0, 10 - count)) + self }
}
