import Foundation
import HTTPServer
import HTTPTypes
import ScanService
import SystemSupport
import TypeSafeAPI

/// Writes a line to standard output for each answered request, and for each message that wasn't understood as a request.
struct AccessLog: Sendable {
    private let format: LogSettings.AccessFormat
    private let route: @Sendable (RequestHead) -> String?

    /// Returns nil if the format is `off`.
    /// - Parameter route: returns the pattern of a request's route; nil if it names none.
    init?(format: LogSettings.AccessFormat, route: @escaping @Sendable (RequestHead) -> String?) {
        if format == .off { return nil }
        self.format = format
        self.route = route
    }

    @Sendable
    func observe(_ event: ServerEvent) {
        let entry: AccessLogEntry
        switch event {
        case .exchangeEnded(let record): entry = AccessLogEntry(record, route: route(record.head))
        case .messageRefused(let status, let peer): entry = AccessLogEntry(refusedWith: status, peer: peer)
        default: return
        }
        LineWriter.standardOutput.write(format == .json ? entry.json : entry.combined)
    }
}

/// One line of the access log. Of the target it has the route, such as `/sessions/{id}`, and of the referrer the site: paths hold ids,
/// which open what belongs to them, and queries texts to analyze.
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

    /// - Parameter route: the pattern of the route that the request named; nil if it named none.
    init(_ record: ExchangeRecord, route: String?, at time: Date = Date()) {
        self.time = time
        peer = record.peer?.description
        method = record.head.method.rawValue
        path = route ?? "-"
        version = record.head.isHTTP10 ? "1.0" : "1.1"
        referer = record.head.fields[.referer].map(Self.site)
        userAgent = record.head.fields[.userAgent].map(APIKey.hidden)
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
        return (try? encoder.encode(self)).map(VisibleJSON.text) ?? "{}"
    }

    /// The entry in Apache's combined log format.
    var combined: String {
        var request = "-"
        if let method, let path, let version { request = "\(method) \(path) HTTP/\(version)" }
        return "\(peer ?? "-") - - [\(Self.date(time))] \(Self.quoted(request)) \(status) \(bytesOut) "
            + "\(Self.quoted(referer ?? "-")) \(Self.quoted(userAgent ?? "-"))"
    }

    /// Returns the scheme and the host of a URL; `-` for anything else.
    private static func site(_ url: String) -> String {
        guard let scheme = url.firstRange(of: "://") else { return "-" }
        return url[..<scheme.upperBound] + url[scheme.upperBound...].prefix { !"/?#".contains($0) } + "/"
    }

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
            } else if VisibleJSON.isObeyed(scalar) {
                quoted += "\\u" + String(scalar.value + 0x10000, radix: 16).dropFirst()
            } else {
                quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
