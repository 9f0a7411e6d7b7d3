import Synchronization

/// A gauge of 1 whose labels are the news. One series: new values replace the old.
package final class InfoMetric: Metric {
    private let name: String
    private let help: String
    private let labels = Mutex<[(String, String)]>([])

    init(_ name: String, _ help: String) {
        self.name = name
        self.help = help
    }

    func set(_ labels: [(String, String)]) { self.labels.withLock { $0 = labels } }

    package var description: MetricDescription {
        MetricDescription(name: name, kind: .gauge, help: help, labels: labels.withLock { $0.map(\.0) })
    }

    package func write(to exposition: inout Exposition) {
        let labels = labels.withLock { $0 }
        exposition.head(description)
        if !labels.isEmpty { exposition.sample(SeriesName(name, labels), "1") }
    }
}
