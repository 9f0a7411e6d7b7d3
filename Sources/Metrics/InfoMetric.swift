import Synchronization

/// A gauge of 1 whose labels' values are the information. It has one series: new values replace the old.
package final class InfoMetric: Metric {
    package let description: MetricDescription
    private let values = Mutex<[String]>([])

    init(_ name: String, _ help: String, labels: [String]) {
        description = MetricDescription(name: name, kind: .gauge, help: help, labels: labels)
    }

    /// - Parameter values: one value for each label.
    func set(_ values: [String]) { self.values.withLock { $0 = values } }

    package func write(to exposition: inout Exposition) {
        exposition.head(description)
        let values = values.withLock { $0 }
        if !values.isEmpty {
            exposition.sample(SeriesName(description.name, Array(zip(description.labels, values))), "1")
        }
    }
}
