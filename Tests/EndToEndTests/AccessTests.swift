import Foundation
import TestSupport
import Testing
import TypeSafeAPI
import TypeSafeClient

@Suite("Who may use the server")
struct AccessTests {
    private static let text = Data(#"{"text": "Hello"}"#.utf8)

    private static func analyze(
        _ server: ServerProcess, _ headers: [String: String] = [:]
    ) async throws -> ServiceClient.Answer {
        try await ServiceClient(server: server).send(
            "POST", "/analyze-text", contentType: "application/json", body: text, headers: headers)
    }

    private static func bearer(_ key: String) -> [String: String] { ["Authorization": "Bearer \(key)"] }

    @Test("Where others can reach it, it starts with keys or with --insecure only")
    func exposure() async throws {
        let refused = try ServerProcess.run(["--port", "0", "--address", "0.0.0.0"])
        #expect(refused.status == 78 && refused.error.contains("--keys"))
        #expect(refused.error.split(separator: "\n").count == 1)
        let open = try await ServerProcess(arguments: ["--address", "0.0.0.0", "--insecure"])
        #expect(try await Self.analyze(open).status == 200)
        #expect(await isEventuallyTrue { open.log.contains("whoever reaches the server may use it") })
        let folder = try KeyFolder()
        let key = try folder.add("a", scope: "scan")
        let closed = try await ServerProcess(
            arguments: ["--address", "::"] + folder.arguments, environment: ["TYPESAFE_INSECURE": "true"])
        #expect(try await Self.analyze(closed).status == 401)
        #expect(try await Self.analyze(closed, Self.bearer(key)).status == 200)
        #expect(!closed.log.contains("whoever reaches the server may use it"))
    }

    @Test("A key file that can't be used ends the start with one line")
    func badFile() throws {
        let folder = try KeyFolder()
        for text in [nil, "nonsense\n"] {
            if let text { try folder.write(text) }
            let result = try ServerProcess.run(["--port", "0"] + folder.arguments)
            #expect(result.status == 78 && result.error.contains(folder.path))
            #expect(result.error.split(separator: "\n").count == 1)
        }
    }

    @Test(
        "Each key opens what its scopes say, however it is sent; the log has its name and nothing of the key")
    func scopes() async throws {
        let folder = try KeyFolder()
        let scanner = try folder.add("scanner", scope: "scan")
        let reader = try folder.add("reader", scope: "read,admin")
        let old = try folder.add("old", scope: "scan", "--expires", "1")
        let expired = try folder.text.replacing(
            #/ [0-9T:-]+Z - sha256/#, with: " 2026-01-01T00:00:00Z - sha256")
        try folder.write(expired)
        let server = try await ServerProcess(arguments: folder.arguments)
        // The ways in which a key can be sent are tested by `RouteCases`.
        let cases: [([String: String], Int, ProblemKind?)] = [
            ([:], 401, .unauthorized), (Self.bearer(scanner), 200, nil),
            (Self.bearer(reader), 403, .forbidden),
            (Self.bearer(old), 401, .unauthorized),
        ]
        for (headers, status, kind) in cases {
            let answer = try await Self.analyze(server, headers)
            #expect(answer.status == status)
            guard let kind else { continue }
            #expect(try answer.decoded(Problem.self).kind == kind)
            #expect(answer.header("WWW-Authenticate")?.hasPrefix("Bearer") == true)
        }
        _ = try await eventually(within: 10) { server.log.contains("key=reader") ? true : nil }
        #expect(await isEventuallyTrue { server.log.contains("key=scanner") })
        #expect(!server.log.contains("tsk_") && !server.log.contains(scanner.suffix(20)))
    }

    @Test("The client library's key is understood, and a wrong one is told as such")
    func clientLibrary() async throws {
        let folder = try KeyFolder()
        let key = try folder.add("a", scope: "scan")
        let server = try await ServerProcess(arguments: folder.arguments)
        let url = server.url("/")
        let client = try ScanClient(configuration: ClientConfiguration(server: url, apiKey: key))
        #expect(try await client.analyze(text: "Hello").riskLevel == .low)
        let other = try ScanClient(configuration: ClientConfiguration(server: url, apiKey: "tsk_no"))
        let error = await #expect(throws: ClientError.self) { try await other.analyze(text: "Hello") }
        #expect(error?.code == .unauthorized)
    }

    @Test("Who has no key is told before the body is sent")
    func beforeTheBody() async throws {
        let folder = try KeyFolder()
        _ = try folder.add("a", scope: "scan")
        let server = try await ServerProcess(arguments: folder.arguments)
        for expectation in ["", "Expect: 100-continue\r\n"] {
            let client = try RawClient(port: server.port)
            try await client.send(
                "POST /scan-image HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/png\r\n"
                    + "Content-Length: 10000000\r\n\(expectation)\r\n")
            let answer = try await client.receiveAll()
            #expect(answer.hasPrefix("HTTP/1.1 401 ") && answer.contains("\r\nConnection: close\r\n"))
        }
    }

    @Test("Keys come and go while the server runs; a bad file changes nothing")
    func rotation() async throws {
        let folder = try KeyFolder()
        let old = try folder.add("old", scope: "scan")
        let server = try await ServerProcess(arguments: folder.arguments)
        func becomes(_ status: Int, _ key: String) async throws {
            _ = try await eventually(within: 20) {
                try await Self.analyze(server, Self.bearer(key)).status == status ? true : nil
            }
        }
        let new = try folder.add("new", scope: "scan")
        try await becomes(200, new)
        try #require(try folder.run("remove", "old").status == 0)
        try await becomes(401, old)
        let good = try folder.text
        try folder.write("nonsense tsk_secret\n")
        _ = try await eventually(within: 20) { server.log.contains("keys stay as they were") ? true : nil }
        // The error is logged once for each change of the file, and once more for each SIGHUP.
        server.signal(SIGHUP)
        _ = try await eventually(within: 20) {
            server.log.occurrences(of: "keys stay as they were") == 2 ? true : nil
        }
        #expect(!server.log.contains("tsk_secret"))
        #expect(try await Self.analyze(server, Self.bearer(new)).status == 200)
        try folder.write(good.split(separator: "\n").filter { !$0.hasPrefix("new ") }.joined(separator: "\n"))
        try await becomes(401, new)
    }

    @Test("Wrong keys from an address are answered with 429 after some; a right one goes on")
    func guessing() async throws {
        let folder = try KeyFolder()
        let key = try folder.add("a", scope: "scan")
        let server = try await ServerProcess(arguments: folder.arguments, limits: ["failed_keys": 3])
        for _ in 1...3 { #expect(try await Self.analyze(server, Self.bearer("tsk_guess")).status == 401) }
        let refused = try await Self.analyze(server, Self.bearer("tsk_guess"))
        #expect(refused.status == 429 && (Int(refused.header("Retry-After") ?? "") ?? 0) > 0)
        #expect(try refused.decoded(Problem.self).kind == .rateLimited)
        #expect(try await Self.analyze(server, Self.bearer(key)).status == 200)
        // A request without a key doesn't count as a wrong key.
        #expect(try await Self.analyze(server).status == 401)
        let watcher = try folder.add("watcher", scope: "admin")
        let metrics = try await eventually(within: 20) {
            let answer = try await ServiceClient(server: server).send(
                "GET", "/metrics", headers: ["X-API-Key": watcher])
            return answer.status == 200 ? String(decoding: answer.body, as: UTF8.self) : nil
        }
        #expect(metrics.contains(#"typesafe_auth_failures_total{reason="no_key"} 1"#))
        #expect(metrics.contains(#"typesafe_rate_limited_total{limit="wrong_keys"} "#))
        #expect(!metrics.contains("tsk_"))
    }
}
