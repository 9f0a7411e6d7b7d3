import Synchronization

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

    /// All series together.
    var all: [Series] { series }

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

/// A label and all values that it can have. The values are fixed before the first request, so no client can create
/// series. An unknown value is counted under the last value.
package struct Label: Sendable {
    package let name: String
    package let values: [String]
    private let positions: [String: Int]

    /// - Parameter values: all values of the label; there must be one at least.
    init(_ name: String, _ values: [String]) {
        self.name = name
        self.values = values
        positions = Dictionary(zip(values, 0...), uniquingKeysWith: { first, _ in first })
    }

    init<Value: CaseIterable & RawRepresentable<String>>(_ name: String, _ values: Value.Type) {
        self.init(name, values.allCases.map(\.rawValue))
    }

    func position(of value: String) -> Int { positions[value] ?? values.count - 1 }
}

/// A gauge with the value 1, which carries information in the values of its labels. It has one series; new label values
/// replace the old ones.
package final class InfoMetric: Metric {
    package let description: MetricDescription
    private let values = Mutex<[String]>([])

    init(_ name: String, _ help: String, labels: [String]) {
        description = MetricDescription(name: name, kind: .gauge, help: help, labels: labels)
    }

    /// - Parameter values: one value for each label, in the labels' order.
    func set(_ values: [String]) { self.values.withLock { $0 = values } }

    package func write(to exposition: inout Exposition) {
        exposition.head(description)
        let values = values.withLock { $0 }
        if !values.isEmpty {
            exposition.sample(SeriesName(description.name, Array(zip(description.labels, values))), "1")
        }
    }
}

/// Writes Prometheus' text format, version 0.0.4.
package struct Exposition {
    package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var text = ""

    mutating func head(_ description: MetricDescription) {
        let help = Self.escaped(description.help, quotes: false)
        text +=
            "# HELP \(description.name) \(help)\n# TYPE \(description.name) \(description.kind.rawValue)\n"
    }

    mutating func sample(_ series: SeriesName, _ value: String) {
        text += "\(series) \(value)\n"
    }

    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        // Whole numbers have no fraction, up to the size that a `Double` holds exactly.
        if value == value.rounded(), abs(value) < 0x1p53 { return "\(Int(value))" }
        return "\(value)"
    }

    /// Escapes a text.
    /// - Parameter quotes: whether the text stands between quotation marks, like a label's value.
    static func escaped(_ text: String, quotes: Bool) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            case "\"" where quotes: escaped += "\\\""
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

/// A metric's name with the labels of one of its series.
package struct SeriesName: CustomStringConvertible {
    private let name: String
    private let labels: [(name: String, value: String)]

    init(_ name: String, _ labels: [(String, String)]) {
        self.name = name
        self.labels = labels
    }

    func suffixed(_ suffix: String, label: (String, String)? = nil) -> SeriesName {
        SeriesName(name + suffix, labels + (label.map { [$0] } ?? []))
    }

    package var description: String {
        if labels.isEmpty { return name }
        let pairs = labels.map { "\($0.name)=\"\(Exposition.escaped($0.value, quotes: true))\"" }
        return "\(name){\(pairs.joined(separator: ","))}"
    }
}
