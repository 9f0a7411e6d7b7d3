import Foundation

/// Splits a stream of server-sent events (WHATWG HTML, section 9.2.6) into events, whatever pieces its bytes come in.
struct EventStreamParser {
    static let mediaType = "text/event-stream"

    struct Event: Equatable {
        /// The id of this event or of the last one before it that had one; empty before the first.
        var id: String
        var data: String
    }

    /// The id of the last event; empty before the first. A client that connects again sends it.
    private(set) var lastID: String
    /// The time that the server wants a client to wait before it connects again; nil where it said nothing.
    private(set) var retry: Duration?
    private var line: [UInt8] = []
    private var endsWithReturn = false
    private var id: String
    private var data: [String] = []

    private static let (lineFeed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))

    /// - Parameters:
    ///   - lastID: the id of the last event before the connection was lost.
    ///   - retry: what the server said before.
    init(lastID: String = "", retry: Duration? = nil) {
        self.lastID = lastID
        self.retry = retry
        id = lastID
    }

    mutating func feed(_ bytes: some Sequence<UInt8>) -> [Event] {
        var events: [Event] = []
        for byte in bytes {
            // A line ends with CR, LF, or both.
            let isSecondOfPair = endsWithReturn && byte == Self.lineFeed
            endsWithReturn = byte == Self.carriageReturn
            if isSecondOfPair { continue }
            guard byte == Self.lineFeed || byte == Self.carriageReturn else {
                line.append(byte)
                continue
            }
            if let event = take(String(decoding: line, as: UTF8.self)) { events.append(event) }
            line = []
        }
        return events
    }

    /// - Returns: the event that the line ends; nil for a line that ends none.
    private mutating func take(_ line: String) -> Event? {
        if line.isEmpty {
            defer { data = [] }
            lastID = id
            return data.isEmpty ? nil : Event(id: id, data: data.joined(separator: "\n"))
        }
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        var value = parts.count == 2 ? parts[1] : ""
        if value.first == " " { value.removeFirst() }
        switch parts[0] {
        case "data": data.append(String(value))
        case "id" where !value.utf8.contains(0): id = String(value)
        case "retry": retry = Int(value).map { .milliseconds(max(0, $0)) } ?? retry
        default: break
        }
        return nil
    }
}
