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
