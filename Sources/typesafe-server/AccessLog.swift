import Dispatch
import Foundation
import HTTP1
import HTTPServer
import HTTPTypes
import Sockets
import Synchronization

/// Writes a line for each answered request to standard output. Queries are left out: a text to analyse may stand there.
/// Lines wait in a bounded buffer; a reader that doesn't keep up loses lines and is told how many.
final class AccessLog: Sendable {
    private static let bufferLimit = 1 << 20

    private struct State {
        var buffer: [UInt8] = []
        var lost = 0
        var isWriting = false
    }

    private let format: Settings.AccessLogFormat
    private let queue = DispatchQueue(label: "access-log", qos: .utility)
    private let state = Mutex(State())

    /// nil where none is wanted.
    init?(format: Settings.AccessLogFormat) {
        if format == .off { return nil }
        self.format = format
    }

    @Sendable
    func observe(_ event: ServerEvent) {
        guard case .exchangeEnded(let record) = event else { return }
        let line = format == .json ? Self.json(record, at: Date()) : Self.combined(record, at: Date())
        let mustStart = state.withLock { state in
            if state.buffer.count + line.utf8.count > Self.bufferLimit {
                state.lost += 1
            } else {
                state.buffer.append(contentsOf: line.utf8)
                state.buffer.append(0x0A)
            }
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if mustStart { queue.async { self.write() } }
    }

    private func write() {
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
            // A closed standard output is nobody's request: the lines are lost, the server goes on.
            try? FileHandle.standardOutput.write(contentsOf: Data(bytes))
            if lost > 0 {
                FileHandle.standardError.write(Data("typesafe-server: \(lost) access log lines lost\n".utf8))
            }
        }
    }

    /// Apache's combined log format.
    static func combined(_ record: ExchangeRecord, at date: Date) -> String {
        let time = date.formatted(
            Date.VerbatimFormatStyle(
                format:
                    "\(day: .twoDigits)/\(month: .abbreviated)/\(year: .defaultDigits):\(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits)",
                locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt,
                calendar: Calendar(identifier: .gregorian)))
        let head = record.head
        let version = head.isHTTP10 ? "1.0" : "1.1"
        let request = "\(head.method.rawValue) \(path(head.target)) HTTP/\(version)"
        let referer = head.fields[.referer].map(path) ?? "-"
        return
            "\(record.peer?.description ?? "-") - - [\(time) +0000] \"\(escaped(request))\" \(record.status.code) "
            + "\(record.bytesOut) \"\(escaped(referer))\" \"\(escaped(head.fields[.userAgent] ?? "-"))\""
    }

    private struct Line: Encodable {
        let time: Date
        let peer: String?
        let method: String
        let path: String
        let status: Int
        let bytesIn: Int
        let bytesOut: Int
        let seconds: Double
        let complete: Bool
        let userAgent: String?
    }

    static func json(_ record: ExchangeRecord, at date: Date) -> String {
        let line = Line(
            time: date, peer: record.peer?.description, method: record.head.method.rawValue,
            path: path(record.head.target), status: record.status.code, bytesIn: record.bytesIn,
            bytesOut: record.bytesOut, seconds: record.duration / .seconds(1), complete: record.isComplete,
            userAgent: record.head.fields[.userAgent])
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(line)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    private static func path(_ target: String) -> String { String(target.prefix { $0 != "?" }) }

    /// As Apache does it: what could end the field or the line is written in hexadecimal.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" {
                escaped += "\\\(scalar)"
            } else if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) {
                escaped += "\\x" + String(scalar.value + 0x100, radix: 16).dropFirst()
            } else {
                escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
