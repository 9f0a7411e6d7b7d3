import Synchronization

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
