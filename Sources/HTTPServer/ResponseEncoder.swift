import Foundation
import HTTPTypes
import Synchronization

/// Encodes response heads and chunks (RFC 9112 §4, §7.1).
enum ResponseEncoder {
    static let continueLine = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
    /// Bytes that are reserved for a head, so that its array rarely has to grow.
    private static let commonHeadSize = 512
    static let lastChunk = Array("0\r\n\r\n".utf8)

    /// Encodes a head, and reserves room for `extra` bytes after it.
    static func head(
        _ response: HTTPResponse, _ start: ConnectionState.AnswerStart, extra: Int
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(commonHeadSize + extra)
        appendStatusLine(response.status, to: &bytes)
        DateField.append(at: Date(), to: &bytes)
        for field in response.headerFields {
            bytes.append(contentsOf: field.name.rawName.utf8)
            bytes.append(contentsOf: ": ".utf8)
            bytes.append(contentsOf: field.value.utf8)
            bytes.append(contentsOf: "\r\n".utf8)
        }
        switch start.framing {
        case .length(let length), .none(let length?):
            bytes.append(contentsOf: "Content-Length: ".utf8)
            appendNumber(length, radix: 10, to: &bytes)
            bytes.append(contentsOf: "\r\n".utf8)
        case .chunked: bytes.append(contentsOf: "Transfer-Encoding: chunked\r\n".utf8)
        case .none, .untilClose: break
        }
        if start.closes {
            bytes.append(contentsOf: "Connection: close\r\n".utf8)
        } else if start.announcesKeepAlive {
            bytes.append(contentsOf: "Connection: keep-alive\r\n".utf8)
        }
        bytes.append(contentsOf: "\r\n".utf8)
        return bytes
    }

    /// Encodes the line before a chunk's data. After the data, a CRLF must follow.
    static func chunkStart(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        appendNumber(count, radix: 16, to: &bytes)
        bytes.append(contentsOf: "\r\n".utf8)
        return bytes
    }

    private static func appendStatusLine(_ status: HTTPResponse.Status, to bytes: inout [UInt8]) {
        if status == .ok { return bytes.append(contentsOf: "HTTP/1.1 200 OK\r\n".utf8) }
        bytes.append(contentsOf: "HTTP/1.1 ".utf8)
        appendNumber(status.code, radix: 10, to: &bytes)
        bytes.append(0x20)
        bytes.append(contentsOf: status.reasonPhrase.utf8)
        bytes.append(contentsOf: "\r\n".utf8)
    }

    private static func appendNumber(_ number: Int, radix: Int, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: String(number, radix: radix).utf8)
    }
}

/// The value of the `Date` field as an IMF-fixdate (RFC 9110 §5.6.7). It is formatted once a second and then used
/// again.
enum DateField {
    private static let cached = Mutex((second: Int.min, line: [UInt8]()))

    static func append(at date: Date, to bytes: inout [UInt8]) {
        let second = Int(date.timeIntervalSince1970.rounded(.down))
        let line = cached.withLock { cached in
            if cached.second != second { cached = (second, Array("Date: \(format(second))\r\n".utf8)) }
            return cached.line
        }
        bytes.append(contentsOf: line)
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
