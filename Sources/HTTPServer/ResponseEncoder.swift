import Foundation
import HTTPTypes
import Synchronization

/// Writes response heads (RFC 9112 §4).
struct ResponseEncoder {
    static let continueLine = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

    /// - Parameter keepAliveNotice: says so to a 1.0 client, which would else expect a close.
    static func head(
        _ response: ServerResponse, close: Bool, keepAliveNotice: Bool, now: Date = Date()
    ) -> [UInt8] {
        let status = response.head.status
        var bytes: [UInt8] = []
        bytes.reserveCapacity(512)
        func line(_ name: String, _ value: String) {
            bytes.append(contentsOf: name.utf8)
            bytes.append(contentsOf: ": ".utf8)
            bytes.append(contentsOf: value.utf8)
            bytes.append(contentsOf: "\r\n".utf8)
        }
        bytes.append(contentsOf: "HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n".utf8)
        line("Date", DateHeader.value(at: now))
        for field in response.head.headerFields { line(field.name.rawName, field.value) }
        // RFC 9110 §8.6: none on 1xx and 204.
        if status.kind != .informational, status != .noContent {
            line("Content-Length", String(response.body.count))
        }
        if close { line("Connection", "close") } else if keepAliveNotice { line("Connection", "keep-alive") }
        bytes.append(contentsOf: "\r\n".utf8)
        return bytes
    }
}

/// The `Date` field in IMF-fixdate (RFC 9110 §5.6.7), formatted once a second.
enum DateHeader {
    private static let cached = Mutex((second: Int.min, text: ""))

    static func value(at date: Date) -> String {
        let second = Int(date.timeIntervalSince1970.rounded(.down))
        return cached.withLock { cached in
            if cached.second != second { cached = (second, format(second)) }
            return cached.text
        }
    }

    private static func format(_ second: Int) -> String {
        var time = time_t(second)
        var parts = tm()
        gmtime_r(&time, &parts)
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) "
            + "\(parts.tm_year + 1900) \(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
    }
}
