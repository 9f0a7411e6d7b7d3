import Foundation
import Glibc
import Testing
import TypeSafeAPI
import TypeSafeClient

/// Tests of the client against a server that misbehaves. `EndToEndTests` runs it against the real one.
@Suite("Scan client")
struct ScanClientTests {
    /// Short delays between attempts. The time limits are long, as a test machine may be busy.
    static let retries = RetryPolicy(attempts: 3, firstDelay: .milliseconds(10), maxDelay: .milliseconds(50))

    static func client(
        _ url: URL, key: String? = nil, connect: Duration = .seconds(20), answer: Duration = .seconds(60),
        retries: RetryPolicy = Self.retries
    ) throws -> ScanClient {
        try ScanClient(
            configuration: ClientConfiguration(
                server: url, apiKey: key, timeouts: .init(connect: connect, answer: answer), retries: retries)
        )
    }

    /// Runs a call that must fail, and returns its error with the requests that the server received.
    private func failure(
        _ script: [ScriptedServer.Step], connect: Duration = .seconds(20), answer: Duration = .seconds(60),
        _ call: (ScanClient) async throws(ClientError) -> Void
    ) async throws -> (ClientError, [ScriptedServer.Request]) {
        let server = try ScriptedServer(script)
        defer { server.stop() }
        let client = try Self.client(server.url, connect: connect, answer: answer)
        do throws(ClientError) {
            try await call(client)
        } catch {
            return (error, server.requests)
        }
        throw NoFailure()
    }

    struct NoFailure: Error {}

    @Test("A 503 is tried again until there is an answer")
    func retriesUnavailable() async throws {
        let server = try ScriptedServer([.problem(503, "not-ready"), .problem(503, "busy"), .healthy])
        defer { server.stop() }
        #expect(try await Self.client(server.url).health() == HealthResponse())
        #expect(server.requests.count == 3)
        #expect(Set(server.requests.compactMap { $0.header("X-Request-ID") }).count == 3)
    }

    @Test("Retry-After is waited for")
    func retryAfter() async throws {
        let server = try ScriptedServer([.problem(429, "busy", headers: "Retry-After: 1\r\n"), .healthy])
        defer { server.stop() }
        _ = try await Self.client(server.url).health()
        let requests = server.requests
        #expect(requests.count == 2)
        #expect(requests[1].arrival - requests[0].arrival >= .seconds(1))
    }

    @Test("A Retry-After that the time doesn't reach to is reported at once")
    func longRetryAfter() async throws {
        let (error, requests) = try await failure([.problem(503, "busy", headers: "Retry-After: 90\r\n")]) {
            client throws(ClientError) in _ = try await client.health()
        }
        #expect(error.code == .unavailable && error.retryAfter == .seconds(90) && error.attempts == 1)
        #expect(requests.count == 1)
    }

    @Test("Attempts end, and the last refusal is told with its problem and request id")
    func attemptsEnd() async throws {
        let script = [ScriptedServer.Step](repeating: .problem(503, "busy"), count: 5)
        let (error, requests) = try await failure(script) { client throws(ClientError) in
            _ = try await client.scan(image: Data([1]))
        }
        #expect(error.code == .unavailable && error.status == 503 && error.attempts == 3)
        #expect(error.problem?.kind == .busy && error.requestID == "r-1")
        #expect("\(error)".hasSuffix("is busy or still starting: Said why."))
        #expect(requests.count == 3)
    }

    @Test("A scan that took too long was acted on, and isn't sent again")
    func scanTimeout() async throws {
        let (error, requests) = try await failure([.problem(503, "scan-timeout"), .healthy]) {
            client throws(ClientError) in _ = try await client.scan(image: Data([1]))
        }
        #expect(error.code == .unavailable && error.problem?.kind == .scanTimeout)
        #expect(requests.count == 1)
    }

    @Test("A scan whose answer was lost is sent again, as the same scan")
    func connectionLost() async throws {
        let (error, requests) = try await failure([.close, .close, .problem(422, "unreadable-image")]) {
            client throws(ClientError) in _ = try await client.scan(image: Data([1, 2, 3]))
        }
        #expect(error.code == .rejected && error.attempts == 3)
        #expect(requests.count == 3 && Set(requests.map(\.body)).count == 1)
        let keys = Set(requests.map { $0.header("Idempotency-Key") ?? "" })
        let isKey = keys.first.map { key in
            (1...64).contains(key.utf8.count)
                && key.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
        }
        #expect(keys.count == 1 && isKey == true)
        #expect(Set(requests.compactMap { $0.header("X-Request-ID") }).count == 3)
    }

    @Test("Two scans of one picture are two")
    func keyPerScan() async throws {
        let server = try ScriptedServer(
            [ScriptedServer.Step](repeating: .problem(422, "unreadable-image"), count: 3))
        defer { server.stop() }
        let client = try Self.client(server.url)
        for _ in 0..<2 {
            await #expect(throws: ClientError.self) { try await client.scan(image: Data([1])) }
        }
        await #expect(throws: ClientError.self) { try await client.analyze(text: "a") }
        #expect(Set(server.requests.compactMap { $0.header("Idempotency-Key") }).count == 3)
    }

    @Test("Connections that stay lost end it after the last attempt")
    func connectionStaysLost() async throws {
        let script = [ScriptedServer.Step](repeating: .close, count: 5)
        let (error, requests) = try await failure(script) { client throws(ClientError) in
            _ = try await client.analyze(text: "a")
        }
        #expect(error.code == .connectionLost && error.attempts == 3)
        #expect(requests.count == 3 && error.requestID == requests[2].header("X-Request-ID"))
    }

    @Test("Refused connections are tried again, then told apart from silence")
    func refused() async throws {
        let server = try ScriptedServer([])
        let url = server.url
        server.stop()
        let closed = try Self.closedPort(url)
        let error = await #expect(throws: ClientError.self) { _ = try await Self.client(closed).health() }
        #expect(error?.code == .unreachable && error?.attempts == 3)
        #expect("\(try #require(error))".contains("127.0.0.1"))
    }

    /// Returns the URL of a port on which nobody listens.
    private static func closedPort(_ url: URL) throws -> URL {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(descriptor, $0, length)
                getsockname(descriptor, $0, &length)
            }
        }
        return try #require(URL(string: "http://127.0.0.1:\(UInt16(bigEndian: name.sin_port))"))
    }

    @Test("An answer that doesn't come ends at the limit")
    func slowAnswer() async throws {
        let (error, _) = try await failure([.answerAndHang("")], answer: .milliseconds(400)) {
            client throws(ClientError) in _ = try await client.scan(image: Data([1]))
        }
        #expect(error.code == .answerTimeout && error.attempts == 1)
    }

    @Test("An answer that stops midway ends at the limit")
    func stuckAnswer() async throws {
        let (error, _) = try await failure(
            [.answerAndHang("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{")], answer: .milliseconds(400)
        ) { client throws(ClientError) in _ = try await client.scan(image: Data([1])) }
        #expect(error.code == .answerTimeout)
    }

    @Test("A server that takes no connections ends at the limit for that")
    func slowConnect() async throws {
        // With a full backlog the kernel drops further SYN packets, so the client sees what it sees of an absent host.
        let backlog = try FullBacklog()
        let error = await #expect(throws: ClientError.self) {
            let client = try Self.client(
                backlog.url, connect: .milliseconds(300), answer: .seconds(60), retries: .never)
            _ = try await client.scan(image: Data([1]))
        }
        #expect(error?.code == .connectTimeout)
    }

    @Test("The limit on connecting doesn't cut a long answer short")
    func connectLimitIsForConnecting() async throws {
        let (error, _) = try await failure(
            [.answerAndHang("")], connect: .milliseconds(200), answer: .milliseconds(900)
        ) { client throws(ClientError) in _ = try await client.scan(image: Data([1])) }
        #expect(error.code == .answerTimeout)
    }

    @Test("Cancelling the task ends the call")
    func cancellation() async throws {
        let server = try ScriptedServer([.answerAndHang("")])
        defer { server.stop() }
        let client = try Self.client(server.url)
        let task = Task { try await client.scan(image: Data([1])) }
        while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        task.cancel()
        let error = await #expect(throws: ClientError.self) { try await task.value }
        #expect(error?.code == .cancelled)
    }

    @Test(
        "What is no answer of a scan server is told so",
        arguments: [
            ScriptedServer.Step.json("<html>"), .json(#"{"stat"#), .json(#"{"other":1}"#), .json(""),
            .answer(
                "HTTP/1.1 301 X\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            ),
            .answer("HTTP/1.1 204 X\r\nConnection: close\r\n\r\n"),
        ])
    func badAnswers(_ step: ScriptedServer.Step) async throws {
        let (error, requests) = try await failure([step, .healthy]) { client throws(ClientError) in
            _ = try await client.health()
        }
        #expect(error.code == .badAnswer)
        #expect(requests.count == 1)
    }

    @Test("An answer that unpacks to more than the limit is refused while it is unpacked")
    func packed() async throws {
        let server = try ScriptedServer([.endlessPacked])
        defer { server.stop() }
        let client = try Self.client(server.url)
        var before = rusage()
        getrusage(RUSAGE_SELF.rawValue, &before)
        let error = await #expect(throws: ClientError.self) { try await client.health() }
        #expect(error?.code == .badAnswer)
        var after = rusage()
        getrusage(RUSAGE_SELF.rawValue, &after)
        // In kB. The answer itself would take a million.
        #expect(after.ru_maxrss - before.ru_maxrss < 300_000)
    }

    @Test("A body that ends before its length, and bytes that are no HTTP, are errors")
    func cutBodies() async throws {
        for text in ["HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"status\":\"ok\"}", "SSH-2.0-x\r\n"] {
            let (error, _) = try await failure([.answer(text)]) { client throws(ClientError) in
                _ = try await client.scan(image: Data([1]))
            }
            #expect([.connectionLost, .badAnswer].contains(error.code), "\(text): \(error.code)")
        }
    }

    @Test("An answer over the limit is not taken in")
    func largeAnswer() async throws {
        let (error, _) = try await failure(
            [
                .answer(
                    "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + String(repeating: " ", count: 17 << 20))
            ]
        ) { client throws(ClientError) in _ = try await client.health() }
        #expect(error.code == .badAnswer)
    }

    @Test(
        "Statuses have codes of their own",
        arguments: [
            (401, ClientError.Code.unauthorized), (403, .unauthorized), (404, .notFound), (413, .rejected),
            (422, .rejected), (500, .serverFault), (502, .serverFault),
        ])
    func statuses(_ status: Int, _ code: ClientError.Code) async throws {
        let (error, _) = try await failure([.problem(status, "internal-error")]) {
            client throws(ClientError) in
            _ = try await client.latestResult(session: UUID())
        }
        #expect(error.code == code && error.status == status && error.problem?.detail == "Said why")
    }

    @Test("The key, the session and the fields go where they belong")
    func requestContents() async throws {
        let server = try ScriptedServer([.problem(404, "not-found"), .problem(422, "unreadable-image")])
        defer { server.stop() }
        let client = try Self.client(server.url, key: "k3y")
        let session = UUID()
        let options = ScanOptions(session: session, country: "GB", languages: "eng+deu", ocrText: "Grüße")
        await #expect(throws: ClientError.self) { try await client.latestResult(session: session) }
        await #expect(throws: ClientError.self) {
            try await client.scan(image: Data("PIXELS".utf8), options: options)
        }
        let (latest, scan) = (server.requests[0], server.requests[1])
        #expect(
            latest.head.hasPrefix(
                "GET /results/latest?session_id=\(session.uuidString.lowercased()) HTTP/1.1"))
        #expect(
            latest.header("Authorization") == "Bearer k3y" && scan.header("Authorization") == "Bearer k3y")
        #expect(scan.head.hasPrefix("POST /scan-image HTTP/1.1"))
        let body = String(decoding: scan.body, as: UTF8.self)
        for part in [
            "name=\"session_id\"\r\n\r\n\(session.uuidString.lowercased())\r\n",
            "name=\"user_country\"\r\n\r\nGB\r\n",
            "name=\"lang\"\r\n\r\neng+deu\r\n", "name=\"ocr_text\"\r\n\r\nGrüße\r\n", "\r\n\r\nPIXELS\r\n--",
        ] {
            #expect(body.contains(part), "\(part)")
        }
    }

    @Test("What can't be sent is refused before anything is")
    func invalidRequests() async throws {
        for text in ["ftp://host", "file:///x", "http:///path"] {
            let url = try #require(URL(string: text))
            #expect(throws: ClientError.self) { try ScanClient(server: url) }
        }
        let url = try #require(URL(string: "http://127.0.0.1:1"))
        #expect(throws: ClientError.self) {
            try ScanClient(configuration: ClientConfiguration(server: url, apiKey: "a\r\nHost: b"))
        }
        let error = await #expect(throws: ClientError.self) {
            _ = try await ScanClient(server: url).scan(image: Data())
        }
        #expect(error?.code == .invalidRequest && error?.attempts == 0)
    }

    #if !canImport(Security)
        @Test("An authority that can't be trusted here is refused rather than ignored")
        func authorities() throws {
            let url = try #require(URL(string: "https://127.0.0.1:1"))
            let error = #expect(throws: ClientError.self) {
                try ScanClient(
                    configuration: ClientConfiguration(server: url, trustedAuthorities: [Data([0])]))
            }
            #expect(error?.code == .unsupported)
        }
    #endif
}
