import Foundation
import TestSupport
import Testing
import TypeSafeAPI
import TypeSafeClient

/// Tests of keys in the path, `/k/<key>/…`. Which paths count is tested by `RouteCases`.
@Suite("Keys in the path")
struct PathKeyTests {
    private static func analyze(
        _ server: ServerProcess, _ prefix: String, _ headers: [String: String] = [:]
    ) async throws -> ServiceClient.Answer {
        try await ServiceClient(server: server).send(
            "POST", "\(prefix)/analyze-text", contentType: "application/json",
            body: Data(#"{"text": "Hello"}"#.utf8), headers: headers)
    }

    @Test(
        "No log, metric or answer has anything of a key, right, wrong, encoded or cut off",
        arguments: ["json", "combined"])
    func leaks(_ format: String) async throws {
        let folder = try KeyFolder()
        let key = try folder.add("phone", scope: "scan")
        let watcher = try folder.add("watcher", scope: "admin")
        let server = try await ServerProcess(
            arguments: folder.arguments + ["--access-log", format, "--log-level", "debug"])
        var answers = ""
        func send(_ request: String) async throws {
            let closing =
                "Host: localhost\r\nReferer: http://localhost/k/\(key)/page?k=\(key)\r\nConnection: close\r\n\r\n"
            answers += try await RawClient.exchange(port: server.port, Array((request + closing).utf8))
        }
        let encoded = key.utf8.map { "%" + String($0, radix: 16) }.joined()
        for path in [
            "/k/\(key)/analyze-text", "/%6b/\(key)/analyze-text", "/k/\(encoded)/analyze-text", "/k/\(key)",
            "/k/\(key)/no/such/\(key)", "/k/wrong-\(key)/analyze-text", "//k/\(key)/x", "/k//\(key)/x",
            "/K/\(key)/scan-image", "/k/\(key)/k/\(key)/x", "/\(key)", "/k/\(key)%2Fx/y", "/k/%ff\(key)/x",
            "/k/\(key)/scans/\(key)", "/k/\(key)/results?session_id=\(key)",
        ] {
            for method in ["GET", "POST", "OPTIONS", "BREW"] {
                try await send("\(method) \(path) HTTP/1.1\r\n")
            }
        }
        // Messages that aren't understood as requests.
        try await send("GET /k/\(key)/a b HTTP/1.1\r\n")
        try await send("GET /k/\(key)/%0 HTTP/1.1\r\n")
        try await send("GET /k/\(key)/\(String(repeating: "a", count: 10_000)) HTTP/1.1\r\n")
        #expect(answers.contains("HTTP/1.1 404 ") && answers.contains("HTTP/1.1 414 "))
        let metrics = try await ServiceClient(server: server).send("GET", "/k/\(watcher)/metrics")
        #expect(metrics.status == 200)
        let lines = try await eventually(within: 20) {
            let lines = server.accessLog.split(separator: "\n")
            return lines.count >= 63 ? lines : nil
        }
        #expect(lines.contains { $0.contains("/analyze-text") })
        _ = try await eventually(within: 20) { server.log.contains("key=watcher") ? true : nil }
        let secret = String(key.dropFirst(10).prefix(20))
        let texts = [
            answers, server.log, server.accessLog, String(decoding: metrics.body, as: UTF8.self),
        ]
        for text in texts {
            #expect(!text.contains(secret) && !text.contains(encoded.dropFirst(30).prefix(60)))
            #expect(!text.contains(watcher.dropFirst(10).prefix(20)))
        }
    }

    @Test("A key has one rate, wherever it stands; wrong ones in paths count as guesses")
    func rates() async throws {
        let folder = try KeyFolder()
        let key = try folder.add("a", scope: "scan", "--rate", "1")
        let old = try folder.add("old", scope: "scan", "--expires", "1")
        try folder.write(
            try folder.text.replacing(#/old scan ([^ ]+) [^ ]+/#) { "old scan \($0.1) 2026-01-01T00:00:00Z" })
        let server = try await ServerProcess(
            arguments: folder.arguments, limits: ["rate_burst": 4, "failed_keys": 3])
        #expect(try await Self.analyze(server, "/k/\(key)").header("RateLimit-Remaining") == "2")
        #expect(try await Self.analyze(server, "", ["X-API-Key": key]).header("RateLimit-Remaining") == "0")
        #expect(try await Self.analyze(server, "/k/\(key)").status == 429)
        for path in ["/k/\(old)", "/k/tsk_guess", "/%6B/other"] {
            #expect(try await Self.analyze(server, path).status == 401)
        }
        let refused = try await Self.analyze(server, "/k/tsk_guess")
        #expect(try refused.status == 429 && refused.decoded(Problem.self).kind == .rateLimited)
    }

    @Test("A removed key opens nothing any more")
    func revoked() async throws {
        let folder = try KeyFolder()
        let key = try folder.add("phone", scope: "scan")
        let server = try await ServerProcess(arguments: folder.arguments)
        #expect(try await Self.analyze(server, "/k/\(key)").status == 200)
        try #require(try folder.run("remove", "phone").status == 0)
        _ = try await eventually(within: 20) {
            try await Self.analyze(server, "/k/\(key)").status == 401 ? true : nil
        }
    }

    @Test("The client library takes such a URL, and its errors don't repeat it")
    func client() async throws {
        let folder = try KeyFolder()
        let key = try folder.add("a", scope: "scan,read")
        let server = try await ServerProcess(arguments: folder.arguments)
        let client = try ScanClient(server: server.url("/k/\(key)"))
        #expect(try await client.analyze(text: "Hello").riskLevel == .low)
        var states: [ScanJobState] = []
        for try await job in client.scanWithProgress(image: BlankPicture.png) { states.append(job.state) }
        #expect(states.last == .done)
        let error = await #expect(throws: ClientError.self) {
            try await ScanClient(server: server.url("/k/\(key)/wrong")).analyze(text: "Hello")
        }
        #expect(error?.code == .notFound && error.map { "\($0)".contains(key.suffix(20)) } == false)
    }
}
