import Foundation
import HTTP1
import HTTPServer
import HTTPTypes
import ScanService
import Sockets

/// One line of the access log. The queries of the target and of the referrer are left out, as they may hold a text to analyze.
struct AccessLogEntry: Encodable {
    let time: Date
    let peer: String?
    // The following are nil if the message wasn't understood as a request.
    private(set) var method: String?
    private(set) var path: String?
    private(set) var version: String?
    private(set) var referer: String?
    private(set) var userAgent: String?
    /// From the field `traceparent`; nil if the request has none.
    private(set) var traceId: String?
    private(set) var parentId: String?
    let status: Int
    private(set) var bytesIn = 0
    private(set) var bytesOut = 0
    private(set) var seconds: Double?
    /// False if the connection ended before the client had the whole answer.
    private(set) var complete = true

    init(_ record: ExchangeRecord, at time: Date = Date()) {
        self.time = time
        peer = record.peer?.description
        method = record.head.method.rawValue
        path = Self.withoutQuery(record.head.target)
        version = record.head.isHTTP10 ? "1.0" : "1.1"
        referer = record.head.fields[.referer].map(Self.withoutQuery)
        userAgent = record.head.fields[.userAgent]
        let trace = record.head.fields[.traceParent].flatMap { TraceParent($0) }
        traceId = trace?.traceID
        parentId = trace?.parentID
        status = record.status.code
        bytesIn = record.bytesIn
        bytesOut = record.bytesOut
        seconds = record.duration / .seconds(1)
        complete = record.isComplete
    }

    init(refusedWith status: HTTPResponse.Status, peer: IPAddress?, at time: Date = Date()) {
        self.time = time
        self.peer = peer?.description
        self.status = status.code
    }

    var json: String {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    /// The entry in Apache's combined log format.
    var combined: String {
        var request = "-"
        if let method, let path, let version { request = "\(method) \(path) HTTP/\(version)" }
        return "\(peer ?? "-") - - [\(Self.date(time))] \(Self.quoted(request)) \(status) \(bytesOut) "
            + "\(Self.quoted(referer ?? "-")) \(Self.quoted(userAgent ?? "-"))"
    }

    private static func withoutQuery(_ target: String) -> String { String(target.prefix { $0 != "?" }) }

    /// Returns a time like `21/Nov/2026:09:05:03 +0000`.
    private static func date(_ time: Date) -> String {
        let format: Date.FormatString = """
            \(day: .twoDigits)/\(month: .abbreviated)/\(year: .defaultDigits):\
            \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) +0000
            """
        return time.formatted(
            Date.VerbatimFormatStyle(
                format: format, locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt,
                calendar: Calendar(identifier: .gregorian)))
    }

    /// Returns the text in quotes, with quotes, backslashes and control characters escaped as Apache escapes them.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" {
                quoted += "\\\(scalar)"
            } else if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) {
                quoted += "\\x" + String(scalar.value + 0x100, radix: 16).dropFirst()
            } else {
                quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
