import HTTPServer
import HTTPTypes
import Testing

/// What a request comes to, whole: its head and body, or the refusal.
private enum Outcome: Equatable {
    case request(RequestHead, body: [UInt8])
    case refused(HTTPParseError)
    case incomplete
}

/// Feeds the pieces to a connection one after the other and reports the first request.
private func parse(_ pieces: [ArraySlice<UInt8>]) -> Outcome {
    var state = ConnectionState()
    var head: RequestHead?
    var body: [UInt8] = []
    for piece in pieces {
        piece.withUnsafeBytes { state.receive($0) }
        if head == nil {
            switch state.next() {
            case .handle(let found): head = found
            case .refuse(let error): return .refused(error)
            case .wait, .close: continue
            }
        }
        guard let head else { continue }
        content: while true {
            switch state.nextContent() {
            case .chunk(let chunk): body += chunk
            case .end: return .request(head, body: body)
            case .failed(let error): return error.map { .refused($0) } ?? .incomplete
            case .wait: break content
            }
        }
    }
    return .incomplete
}

private func whole(_ text: String) -> Outcome { parse([Array(text.utf8)[...]]) }

@Suite("Request parsing")
struct RequestParserTests {
    static let messages = [
        "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /x?a=b%20c HTTP/1.1\r\nhost: [::1]:80\r\nX-Empty:\r\nAccept: */*\r\n\r\n",
        "POST /e HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello",
        "POST /e HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;x=\"y\"\r\nhello\r\n0\r\nT: 1\r\n\r\n",
        "\r\nOPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        "GET http://b.example/p HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX: \u{1}\r\n\r\n",
        "GET / HTTP/1.1\nHost: a\n\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhelloX\r\n0\r\n\r\n",
        "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
    ]

    @Test("Whole, byte by byte and split anywhere gives the same result", arguments: messages)
    func splits(_ message: String) {
        let bytes = Array(message.utf8)
        let expected = parse([bytes[...]])
        #expect(expected != .incomplete)
        #expect(parse(bytes.indices.map { bytes[$0...$0] }) == expected)
        for cut in bytes.indices {
            #expect(parse([bytes[..<cut], bytes[cut...]]) == expected, "cut at \(cut)")
        }
    }

    @Test("Reads a request's parts")
    func parts() throws {
        guard case .request(let head, let body) = whole(Self.messages[3]) else {
            Issue.record("refused")
            return
        }
        #expect(head.method == .post)
        #expect(head.target == "/e")
        #expect(head.authority == "a")
        #expect(head.body == .chunked)
        #expect(head.keepAlive)
        #expect(body == Array("hello".utf8))
    }

    @Test("An absolute target overrules Host")
    func absoluteForm() {
        guard case .request(let head, _) = whole(Self.messages[5]) else {
            Issue.record("refused")
            return
        }
        #expect(head.authority == "b.example")
        #expect(head.target == "/p")
    }

    @Test(
        "The connection's life follows version and Connection",
        arguments: [
            ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", true),
            ("GET / HTTP/1.1\r\nHost: a\r\nConnection: Close\r\n\r\n", false),
            ("GET / HTTP/1.1\r\nHost: a\r\nConnection: x, close\r\n\r\n", false),
            ("GET / HTTP/1.0\r\n\r\n", false),
            ("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", true),
        ])
    func keepAlive(_ message: String, _ expected: Bool) {
        guard case .request(let head, _) = whole(message) else {
            Issue.record("refused")
            return
        }
        #expect(head.keepAlive == expected)
    }

    @Test(
        "Refuses what is ambiguous or malformed",
        arguments: [
            ("GET / HTTP/1.1\r\n\r\n", HTTPParseError.invalidHost),
            ("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", .invalidHost),
            ("GET / HTTP/1.1\r\nHost: a b\r\n\r\n", .invalidHost),
            ("GET / HTTP/1.1\r\nHost: a:99999\r\n\r\n", .invalidHost),
            ("GET  / HTTP/1.1\r\nHost: a\r\n\r\n", .malformedRequestLine),
            ("GET / HTTP/2.0\r\nHost: a\r\n\r\n", .unsupportedVersion),
            (String(repeating: "A", count: 33) + " / HTTP/1.1\r\nHost: a\r\n\r\n", .methodTooLong),
            ("GET / http/1.1\r\nHost: a\r\n\r\n", .malformedRequestLine),
            ("GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n", .invalidTarget),
            ("GET /%00 HTTP/1.1\r\nHost: a\r\n\r\n", .invalidTarget),
            ("GET /#f HTTP/1.1\r\nHost: a\r\n\r\n", .invalidTarget),
            ("GET * HTTP/1.1\r\nHost: a\r\n\r\n", .invalidTarget),
            ("\u{16}\u{3}\u{1}", .malformedRequestLine),
            ("GET / HTTP/1.1\r\nHost: a\r\n folded: x\r\n\r\n", .malformedField),
            ("GET / HTTP/1.1\r\nHost: a\r\nX\r\n\r\n", .malformedField),
            (
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n",
                .invalidContentLength
            ),
            ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\n", .invalidContentLength),
            (
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9999999999999999999\r\n\r\n",
                .invalidContentLength
            ),
            (
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
                .conflictingLength
            ),
            ("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", .conflictingLength),
            (
                "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
                .unsupportedTransferCoding
            ),
            (
                "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, chunked\r\n\r\n",
                .malformedTransferEncoding
            ),
            ("POST / HTTP/1.1\r\nHost: a\r\nExpect: x\r\n\r\n", .unsupportedExpectation),
            ("GET / HTTP/1.1\r\nHost: a\rX: y\r\n\r\n", .bareCarriageReturn),
        ])
    func refusals(_ message: String, _ error: HTTPParseError) {
        #expect(whole(message) == .refused(error))
    }

    @Test(
        "Refuses malformed chunks",
        arguments: [
            ("x\r\n", HTTPParseError.malformedChunk), ("-1\r\n", .malformedChunk),
            ("+1\r\n", .malformedChunk),
            ("0x1\r\n", .malformedChunk), ("1 \r\n", .malformedChunk), ("1;\r\n", .malformedChunk),
            ("FFFFFFFFFFFFFFFF\r\n", .malformedChunk), ("5\nhello", .bareLineFeed),
            ("5;" + String(repeating: "a", count: 300), .chunkOverheadTooLarge),
            ("0\r\nX : 1\r\n\r\n", .malformedField),
        ])
    func chunks(_ content: String, _ error: HTTPParseError) {
        let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        #expect(whole(head + content) == .refused(error))
    }

    @Test("Bounds lines, fields and their number")
    func bounds() {
        let long = String(repeating: "a", count: 70_000)
        #expect(whole("GET /\(long)") == .refused(.requestLineTooLong))
        #expect(whole("GET / HTTP/1.1\r\nX: \(long)") == .refused(.fieldsTooLarge))
        let many = String(repeating: "X: y\r\n", count: 101)
        #expect(whole("GET / HTTP/1.1\r\nHost: a\r\n\(many)\r\n") == .refused(.fieldsTooLarge))
    }
}
