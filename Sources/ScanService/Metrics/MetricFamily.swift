/// Name, kind, help text and labels of a metric, for the exposition and the documentation.
package struct MetricDescription: Sendable, Equatable {
    package enum Kind: String, Sendable { case counter, gauge, histogram }

    /// The name follows Prometheus' rules: it ends with the unit, and a counter's name ends with `_total`.
    package let name: String
    package let kind: Kind
    package let help: String
    package let labels: [String]
}

package protocol Metric: Sendable {
    var description: MetricDescription { get }
    func write(to exposition: inout Exposition)
}

/// A metric and its series, one for each combination of its labels' values.
package struct MetricFamily<Series: Instrument>: Metric {
    package let description: MetricDescription
    private let labels: [Label]
    /// All series, ordered by the values of their labels. The values of the last label change fastest.
    private let series: [Series]

    fileprivate init(
        _ name: String, _ kind: MetricDescription.Kind, _ help: String, _ labels: [Label],
        make: () -> Series
    ) {
        description = MetricDescription(name: name, kind: kind, help: help, labels: labels.map(\.name))
        self.labels = labels
        series = (0..<labels.reduce(1) { $0 * $1.values.count }).map { _ in make() }
    }

    // The following functions return a series. They take one value for each label.

    package func callAsFunction() -> Series { series[0] }

    package func callAsFunction(_ value: String) -> Series { series[labels[0].position(of: value)] }

    package func callAsFunction(_ first: String, _ second: String, _ third: String) -> Series {
        let position = labels[0].position(of: first) * labels[1].values.count + labels[1].position(of: second)
        return series[position * labels[2].values.count + labels[2].position(of: third)]
    }

    package func write(to exposition: inout Exposition) {
        exposition.head(description)
        for (index, instrument) in series.enumerated() {
            // Most combinations of several labels never occur and are left out. The values of a single label are written from the start,
            // so that the first occurrence is an increase of a known series.
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
    /// - Parameter kind: `.counter` where another part of the program counts and the gauge only copies the count.
    init(_ name: String, _ help: String, kind: MetricDescription.Kind = .gauge, _ labels: Label...) {
        self.init(name, kind, help, labels) { Gauge() }
    }
}

extension MetricFamily<Histogram> {
    init(_ name: String, _ help: String, buckets: Buckets, _ labels: Label...) {
        self.init(name, .histogram, help, labels) { Histogram(buckets) }
    }
}
