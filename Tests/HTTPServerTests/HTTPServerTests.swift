import HTTPServer
import HTTPTypes
import TestSupport
import Testing

@Suite("HTTP server over loopback")
struct HTTPServerTests {
    @Test("Answers with a length, a date and the body")
    func answers() async throws {
        try await withServer { server in
            let answer = try await RawClient.exchange(
                port: server.port, Array("GET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".utf8))
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(answer.contains("\r\nContent-Length: 2\r\n"))
            #expect(answer.contains("\r\nDate: ") && answer.contains(" GMT\r\n"))
            #expect(answer.hasSuffix("\r\n\r\nok"))
        }
    }

    @Test("HEAD has GET's length and no body")
    func head() async throws {
        try await withServer { server in
            let answer = try await RawClient.exchange(
                port: server.port, Array("HEAD /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".utf8)
            )
            #expect(answer.contains("\r\nContent-Length: 2\r\n"))
            #expect(answer.hasSuffix("\r\n\r\n"))
        }
    }

    @Test("Pipelined requests are answered in order on one connection")
    func pipelining() async throws {
        try await withServer { server in
            let client = try RawClient(port: server.port)
            try await client.send(
                (1...20).map {
                    "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: \($0)\r\n\r\n"
                        + String(repeating: "x", count: $0)
                }.joined())
            try await client.receive { $0.text.occurrences(of: "length ") == 20 }
            let lengths = client.text.split(separator: "length ").dropFirst().compactMap {
                Int($0.prefix { $0.isNumber })
            }
            #expect(lengths == Array(1...20))
            #expect(!client.isClosed)
        }
    }

    @Test("Bytes one by one and chunks make the same body")
    func slices() async throws {
        try await withServer { server in
            let client = try RawClient(port: server.port)
            let request =
                "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
                + "5\r\nhello\r\n6;x=1\r\n world\r\n0\r\n\r\n"
            for byte in request.utf8 { try await client.send([byte]) }
            #expect(try await client.receiveAll().hasSuffix("length 11"))
        }
    }

    @Test("100 Continue comes when the handler wants the body, a refusal comes instead of it")
    func expectContinue() async throws {
        try await withServer { server in
            let wanted = try RawClient(port: server.port)
            try await wanted.send(
                "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n")
            try await wanted.receive { $0.text.hasPrefix("HTTP/1.1 100 Continue\r\n\r\n") }
            try await wanted.send("abc")
            try await wanted.receive { $0.text.hasSuffix("length 3") }

            for request in [
                "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 2000000\r\nExpect: 100-continue\r\n\r\n",
                "POST /ignore HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n",
            ] {
                let answer = try await RawClient.exchange(port: server.port, Array(request.utf8))
                #expect(answer.hasPrefix("HTTP/1.1 4"))
                #expect(answer.contains("\r\nConnection: close\r\n"))
            }
        }
    }

    @Test("An answer to an unread upload arrives whole, announced or chunked")
    func earlyAnswer() async throws {
        try await withServer { server in
            let body = [UInt8](repeating: 0x61, count: 3 << 20)
            let announced =
                Array("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.count)\r\n\r\n".utf8) + body
            let answer1 = try await RawClient.exchange(port: server.port, announced)
            #expect(answer1.hasPrefix("HTTP/1.1 413 "))
            let chunked =
                Array("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n300000\r\n".utf8)
                + body
            let answer2 = try await RawClient.exchange(port: server.port, chunked)
            #expect(answer2.hasPrefix("HTTP/1.1 413 "))
        }
    }

    @Test(
        "What isn't HTTP is refused and closed",
        arguments: [
            ("GET / HTTP/1.1\nHost: a\n\n", "400"), ("GET / HTTP/2.0\r\nHost: a\r\n\r\n", "505"),
            (
                "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
                "400"
            ),
            ("\u{16}\u{3}\u{1}\u{2}", "400"),
            ("GET /" + String(repeating: "a", count: 100_000) + " HTTP/1.1\r\n", "414"),
        ])
    func refusals(_ request: String, _ status: String) async throws {
        try await withServer { server in
            let answer3 = try await RawClient.exchange(port: server.port, Array(request.utf8))
            #expect(answer3.hasPrefix("HTTP/1.1 \(status) "))
        }
    }

    @Test("A body cut off by the client is 400 for the handler")
    func truncated() async throws {
        try await withServer { server in
            let client = try RawClient(port: server.port)
            try await client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc")
            client.finishSending()
            #expect(try await client.receiveAll().hasPrefix("HTTP/1.1 400 "))
        }
    }

    @Test("A client that only half closes still gets its answer")
    func halfClose() async throws {
        try await withServer { server in
            let client = try RawClient(port: server.port)
            try await client.send("GET /health HTTP/1.1\r\nHost: a\r\n\r\n")
            client.finishSending()
            #expect(try await client.receiveAll().hasSuffix("ok"))
        }
    }

    @Test("Slow heads, slow bodies and idle connections end")
    func timeouts() async throws {
        try await withServer {
            $0.headerTimeout = .milliseconds(300)
            $0.bodyTimeout = .milliseconds(300)
            $0.idleTimeout = .milliseconds(300)
        } _: { server in
            let head = try RawClient(port: server.port)
            try await head.send("GET / HTTP/1.1\r\nHo")
            #expect(try await head.receiveAll().hasPrefix("HTTP/1.1 408 "))
            let body = try RawClient(port: server.port)
            try await body.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc")
            #expect(try await body.receiveAll().hasPrefix("HTTP/1.1 408 "))
            let idle = try RawClient(port: server.port)
            try await idle.send("GET /health HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await idle.receiveAll().hasSuffix("ok"))
        }
    }

    @Test("A large answer reaches a client that reads late")
    func largeAnswer() async throws {
        try await withServer { server in
            let client = try RawClient(port: server.port, receiveBuffer: 4_096)
            try await client.send("GET /large HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            try await client.receiveAll()
            #expect(client.received.count > 8 << 20)
            #expect(client.received.suffix(8 << 20).allSatisfy { $0 == 7 })
        }
    }

    @Test("Connections over the limit are closed, and served again when there is room")
    func connectionLimit() async throws {
        try await withServer {
            $0.maxConnections = 1
        } _: { server in
            let request = "GET /health HTTP/1.1\r\nHost: a\r\n\r\n"
            let first = try RawClient(port: server.port)
            try await first.send(request)
            try await first.receive { $0.text.hasSuffix("ok") }
            let second = try RawClient(port: server.port)
            try await second.send(request)
            #expect(try await second.receiveAll().hasPrefix("HTTP/1.1 503 "))
            first.finishSending()
            try await first.receiveAll()
            let third = try RawClient(port: server.port)
            try await third.send(request)
            try await third.receive { $0.text.hasSuffix("ok") }
        }
    }
}
