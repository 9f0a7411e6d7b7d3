/// What stands above a metric's samples, and in the documentation.
package struct MetricDescription: Sendable, Equatable {
    package enum Kind: String, Sendable { case counter, gauge, histogram }

    /// As Prometheus names things: with the unit, counters with `_total`.
    package let name: String
    package let kind: Kind
    package let help: String
    package let labels: [String]
}

/// Something that has a place in the exposition.
package protocol Metric: Sendable {
    var description: MetricDescription { get }
    func write(to exposition: inout Exposition)
}

/// A metric and its series, one for each combination of its labels' values.
package struct MetricFamily<Series: Instrument>: Metric {
    package let description: MetricDescription
    private let labels: [Label]
    /// The last label's values vary fastest.
    private let series: [Series]

    fileprivate init(
        _ name: String, _ kind: MetricDescription.Kind, _ help: String, _ labels: [Label],
        make: () -> Series
    ) {
        description = MetricDescription(name: name, kind: kind, help: help, labels: labels.map(\.name))
        self.labels = labels
        series = (0..<labels.reduce(1) { $0 * $1.values.count }).map { _ in make() }
    }

    // Each takes as many values as there are labels.

    package func callAsFunction() -> Series { series[0] }

    package func callAsFunction(_ value: String) -> Series { series[labels[0].position(of: value)] }

    package func callAsFunction(_ first: String, _ second: String, _ third: String) -> Series {
        let position = labels[0].position(of: first) * labels[1].values.count + labels[1].position(of: second)
        return series[position * labels[2].values.count + labels[2].position(of: third)]
    }

    package func write(to exposition: inout Exposition) {
        exposition.head(description)
        for (index, instrument) in series.enumerated() {
            // Most combinations of several labels never come up; one label's values are told from the start, so that
            // the first of something is an increase.
            if labels.count > 1, instrument.isUntouched { continue }
            instrument.write(SeriesName(description.name, values(at: index)), to: &exposition)
        }
    }

    private func values(at index: Int) -> [(String, String)] {
        var rest = index
        var values: [(String, String)] = []
        for label in labels.reversed() {
            values.append((label.name, label.values[rest % label.values.count]))
            rest /= label.values.count
        }
        return values.reversed()
    }
}

extension MetricFamily<Counter> {
    init(_ name: String, _ help: String, _ labels: Label...) {
        self.init(name, .counter, help, labels) { Counter() }
    }
}

extension MetricFamily<Gauge> {
    /// - Parameter kind: `.counter` where somebody else counts.
    init(_ name: String, _ help: String, kind: MetricDescription.Kind = .gauge, _ labels: Label...) {
        self.init(name, kind, help, labels) { Gauge() }
    }
}

extension MetricFamily<Histogram> {
    init(_ name: String, _ help: String, buckets: Buckets, _ labels: Label...) {
        self.init(name, .histogram, help, labels) { Histogram(buckets) }
    }
}
