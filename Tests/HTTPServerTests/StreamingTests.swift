import HTTPServer
import TestSupport
import Testing

@Suite("Streamed answers")
struct StreamingTests {
    @Test("Pieces arrive as chunks, and the connection goes on")
    func chunks() async throws {
        try await withServer { server in
            let client = try RawClient(port: server.port)
            for round in 1...2 {
                try await client.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
                try await client.receive { $0.text.occurrences(of: "\r\n0\r\n\r\n") == round }
            }
            #expect(client.text.contains("\r\nTransfer-Encoding: chunked\r\n"))
            #expect(!client.text.contains("Content-Length"))
            #expect(
                client.text.contains(
                    "\r\n\r\n9\r\ndata: 1\n\n\r\n9\r\ndata: 2\n\n\r\n9\r\ndata: 3\n\n\r\n0\r\n\r\n"))
        }
    }

    @Test("A 1.0 client gets them bare, up to the close; HEAD gets none")
    func other() async throws {
        try await withServer { server in
            let old = try await RawClient.exchange(
                port: server.port, Array("GET /stream HTTP/1.0\r\nConnection: keep-alive\r\n\r\n".utf8))
            #expect(old.contains("\r\nConnection: close\r\n"))
            #expect(!old.contains("Transfer-Encoding"))
            #expect(old.hasSuffix("\r\n\r\ndata: 1\n\ndata: 2\n\ndata: 3\n\n"))
            let head = try RawClient(port: server.port)
            try await head.send(
                "HEAD /stream HTTP/1.1\r\nHost: a\r\n\r\nGET /health HTTP/1.1\r\nHost: a\r\n\r\n")
            try await head.receive { $0.text.hasSuffix("ok") }
            #expect(!head.text.contains("data: 1"))
        }
    }

    @Test("A producer that fails cuts the connection before the end of the content")
    func broken() async throws {
        try await withServer { server in
            let answer = try await RawClient.exchange(
                port: server.port, Array("GET /broken HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
            #expect(answer.hasSuffix("9\r\ndata: 1\n\n\r\n"))
        }
    }

    @Test("A producer waits for a client that doesn't read, and ends with it")
    func backpressure() async throws {
        let produced = ByteCount()
        try await withServer({ $0.outputWindow = 100_000 }, produced: produced) { server in
            do {
                let client = try RawClient(port: server.port, receiveBuffer: 4_096)
                try await client.send("GET /endless HTTP/1.1\r\nHost: a\r\n\r\n")
                // The output window, and the largest size of the kernel's buffers.
                let bound = 8 << 20
                while client.received.count < 4 * bound {
                    let before = client.received.count
                    try await client.receive { $0.received.count > before }
                    #expect(produced.value < client.received.count + bound)
                }
                client.resetAtEnd()
            }
            let deadline = ContinuousClock.now + .seconds(20)
            while !produced.hasEnded, ContinuousClock.now < deadline {
                try await Task.sleep(for: .milliseconds(5))
            }
            #expect(produced.hasEnded)
        }
    }
}
