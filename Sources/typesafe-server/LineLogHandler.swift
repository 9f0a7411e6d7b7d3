public import ArgumentParser
import Dispatch
import Foundation
public import Logging
import Synchronization
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

/// Writes lines to a file without blocking the caller. Lines wait in a bounded buffer; if the file's reader doesn't keep up,
/// lines are lost, and a line says how many.
final class LineWriter: Sendable {
    /// Largest number of bytes that wait: some thousand lines.
    private static let bufferLimit = 1 << 20
    /// Time in which further lines are gathered before the first is written: waking the writing thread for each line costs a busy
    /// server more than anything else of a short request. Nobody who reads along sees it.
    private static let gathering = DispatchTimeInterval.milliseconds(10)

    private struct State {
        var buffer: [UInt8] = []
        var lost = 0
        var isWriting = false
    }

    static let standardOutput = LineWriter(.standardOutput)
    static let standardError = LineWriter(.standardError)

    private let file: FileHandle
    private let queue = DispatchQueue(label: "lines", qos: .utility)
    private let state = Mutex(State())

    private init(_ file: FileHandle) {
        self.file = file
    }

    func write(_ line: String) { write(Array(line.utf8)) }

    func write(_ line: [UInt8]) {
        let mustStart = state.withLock { state in
            if state.buffer.count + line.count > Self.bufferLimit {
                state.lost += 1
            } else {
                state.buffer.append(contentsOf: line)
                state.buffer.append(0x0A)
            }
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if mustStart { queue.asyncAfter(deadline: .now() + Self.gathering) { self.drain() } }
    }

    /// Waits until all lines are written, for at most a second. Called at the end of the process.
    func flush() {
        let written = DispatchSemaphore(value: 0)
        queue.async {
            self.drain()
            written.signal()
        }
        _ = written.wait(timeout: .now() + .seconds(1))
    }

    private func drain() {
        while true {
            let (bytes, lost) = state.withLock { state in
                defer {
                    state.isWriting = !state.buffer.isEmpty
                    state.buffer = []
                    state.lost = 0
                }
                return (state.buffer, state.lost)
            }
            if bytes.isEmpty { return }
            // If the reader has gone, its lines are lost and the server goes on.
            try? file.write(contentsOf: Data(bytes))
            if lost > 0 { try? file.write(contentsOf: Data("(\(lost) lines lost)\n".utf8)) }
        }
    }
}

/// The flags of the two logs.
struct LogSettings: ParsableArguments {
    enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }
    enum AccessFormat: String, ExpressibleByArgument, CaseIterable { case off, combined, json }

    @Option(
        help: ArgumentHelp("trace, debug, info, notice, warning, error or critical", valueName: "level"))
    var logLevel = Logger.Level.info

    @Option(help: ArgumentHelp("text or json", valueName: "format"))
    var logFormat = Format.text

    @Option(
        help: ArgumentHelp(
            "off, or a line for each request on standard output: combined or json", valueName: "format"))
    var accessLog = AccessFormat.off
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
