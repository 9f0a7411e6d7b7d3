import Testing

@testable import TypeSafeClient

@Suite("Event stream parser")
struct EventStreamParserTests {
    typealias Event = EventStreamParser.Event

    /// Streams, and the events that the standard says they hold.
    static let streams: [(text: String, events: [Event])] = [
        ("id: 1\nevent: queued\ndata: {}\n\n", [Event(id: "1", data: "{}")]),
        ("data:a\r\ndata: b\r\n\r\ndata:  c\r\r", [Event(id: "", data: "a\nb"), Event(id: "", data: " c")]),
        (": alive\n\nretry: 5\n\ndata: a\n\n", [Event(id: "", data: "a")]),
        ("id: 7\n\ndata: a\n\nid\ndata: b\n\n", [Event(id: "7", data: "a"), Event(id: "", data: "b")]),
        (
            "id: 1\ndata: a\n\nid: 2\u{0}\ndata: b\n\n",
            [Event(id: "1", data: "a"), Event(id: "1", data: "b")]
        ),
        ("data\n\ndata: Grüße 💰\n\n", [Event(id: "", data: ""), Event(id: "", data: "Grüße 💰")]),
        ("data: a\n\ndata: half of an ev", [Event(id: "", data: "a")]),
        ("{\"type\":\"urn:x\",\"title\":\"data: a\"}", []), ("", []), ("\n\n\r\n", []),
    ]

    @Test("Events are the same whatever pieces they come in", arguments: streams)
    func pieces(_ text: String, _ events: [Event]) {
        let bytes = Array(text.utf8)
        for size in [1, 2, 3, 7, max(1, bytes.count)] {
            var parser = EventStreamParser()
            var found: [Event] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                found += parser.feed(bytes[start..<min(start + size, bytes.count)])
            }
            #expect(found == events, "\(text) by \(size)")
        }
    }

    @Test("The last id and the pause are kept for the next connection")
    func lastID() {
        var parser = EventStreamParser()
        _ = parser.feed("retry: 250\nid: 3\ndata: a\n\nid: 4\ndata: never ended".utf8)
        #expect(parser.lastID == "3" && parser.retry == .milliseconds(250))
        var next = EventStreamParser(lastID: parser.lastID, retry: parser.retry)
        #expect(next.feed("retry: soon\ndata: b\n\n".utf8) == [Event(id: "3", data: "b")])
        #expect(next.retry == .milliseconds(250))
    }
}
