import Foundation
import Logging
import TypeSafeAPI

/// Writes a line for each event to standard error: `time level message key=value …`, or a JSON object of strings.
struct LineLogHandler: LogHandler {
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]
    private let format: LogSettings.Format

    init(level: Logger.Level, format: LogSettings.Format) {
        logLevel = level
        self.format = format
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let merged = metadata.merging(event.metadata ?? [:]) { _, new in new }
        let time = Date().formatted(.iso8601.year().month().day().time(includingFractionalSeconds: true))
        let line =
            switch format {
            case .text: Self.text(time, event, merged)
            case .json: Self.json(time, event, merged)
            }
        LineWriter.standardError.write(line)
    }

    private static func text(_ time: String, _ event: LogEvent, _ metadata: Logger.Metadata) -> String {
        var line = "\(time) \(event.level.rawValue) \(event.message)"
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) { line += " \(key)=\(value)" }
        // Some values come from requests. None begins a line of its own, or a command to the terminal that shows the log.
        if line.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return line }
        return String(
            String.UnicodeScalarView(
                line.unicodeScalars.map { $0.value < 0x20 || VisibleJSON.isObeyed($0) ? " " : $0 }))
    }

    private static func json(_ time: String, _ event: LogEvent, _ metadata: Logger.Metadata) -> String {
        var object = metadata.mapValues(\.description)
        object["time"] = time
        object["level"] = event.level.rawValue
        object["message"] = event.message.description
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(object)).map(VisibleJSON.text) ?? "{}"
    }
}
