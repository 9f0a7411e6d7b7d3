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
        let merged =
            metadata.isEmpty
            ? event.metadata ?? [:] : metadata.merging(event.metadata ?? [:]) { _, new in new }
        let line =
            switch format {
            case .text: Self.text(Self.time(Date()), event, merged)
            case .json: Array(Self.json(Self.time(Date()), event, merged).utf8)
            }
        LineWriter.standardError.write(line)
    }

    /// Returns the bytes of a time like `2026-11-23T09:05:03.041`, in UTC.
    private static func time(_ time: Date) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(commonLength)
        WireTime.append(time, to: &bytes)
        WireTime.appendMilliseconds(time, to: &bytes)
        return bytes
    }

    /// The length of most lines in bytes, or more.
    private static let commonLength = 256

    private static func text(_ time: [UInt8], _ event: LogEvent, _ metadata: Logger.Metadata) -> [UInt8] {
        var line = time
        line.append(UInt8(ascii: " "))
        line += event.level.rawValue.utf8
        line.append(UInt8(ascii: " "))
        line += event.message.description.utf8
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
            line.append(UInt8(ascii: " "))
            line += key.utf8
            line.append(UInt8(ascii: "="))
            if case .string(let text) = value { line += text.utf8 } else { line += value.description.utf8 }
        }
        // Some values come from requests. None begins a line of its own, or a command to the terminal that shows the log.
        if line.allSatisfy({ (0x20..<0x7F).contains($0) }) { return line }
        let visible = String(decoding: line, as: UTF8.self).unicodeScalars.map { scalar -> Unicode.Scalar in
            scalar.value < 0x20 || VisibleJSON.isObeyed(scalar) ? " " : scalar
        }
        return Array(String(String.UnicodeScalarView(visible)).utf8)
    }

    private static func json(_ time: [UInt8], _ event: LogEvent, _ metadata: Logger.Metadata) -> String {
        var object = metadata.mapValues(\.description)
        object["time"] = String(decoding: time, as: UTF8.self)
        object["level"] = event.level.rawValue
        object["message"] = event.message.description
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(object)).map(VisibleJSON.text) ?? "{}"
    }
}
