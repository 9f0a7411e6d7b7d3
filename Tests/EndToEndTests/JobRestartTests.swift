import Foundation
import TestSupport
import Testing
import TypeSafeAPI

@Suite("Asynchronous scans and restarts")
struct JobRestartTests {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("jobs-\(UUID().uuidString)")
    private let image: Data

    init() throws {
        image = try Sample.image("scam-parcel-imessage-light.png")
    }

    private var database: [String] { ["--database", folder.appendingPathComponent("typesafe.db").path] }

    private func submit(_ server: ServerProcess) async throws -> String {
        let answer = try await ServiceClient(server: server).send(
            "POST", "/scan-image", contentType: "image/png", body: image,
            headers: ["Prefer": "respond-async"])
        #expect(answer.status == 202)
        return try #require(answer.header("Location"))
    }

    private func events(_ server: ServerProcess, _ path: String, last: Int) async throws -> String {
        try await RawClient.exchange(
            port: server.port,
            Array(
                "GET \(path)/events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nLast-Event-ID: \(last)\r\n\r\n"
                    .utf8))
    }

    @Test("A scan that was under way when the server was killed has failed: restarted")
    func killed() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        var paths: [String] = []
        var cancelled = ""
        do {
            let server = try await ServerProcess.holdingItsWorker(arguments: database)
            for _ in 0..<3 { paths.append(try await submit(server)) }
            cancelled = paths.removeFirst()
            #expect(try await ServiceClient(server: server).send("DELETE", cancelled).status == 204)
            server.signal(SIGKILL)
            _ = try await server.exitStatus()
        }
        let server = try await ServerProcess(arguments: database + ["--workers", "1"])
        let client = ServiceClient(server: server)
        for path in paths {
            let job = try await client.send("GET", path).decoded(ScanJob.self)
            #expect(job.state == .failed && job.problem?.kind == .restarted && job.result == nil)
            #expect(path == "/scans/\(job.scanID.uuidString.lowercased())")
            // A client that followed the job before the restart sends the number of the last event that it received.
            let text = try await events(server, path, last: 2)
            #expect(text.contains("event: failed\n") && text.contains(ProblemKind.restarted.urn))
        }
        #expect(try await client.send("GET", cancelled).status == 404)
        #expect(try await client.send("DELETE", paths[0]).status == 204)
        #expect(try await client.send("GET", paths[0]).status == 404)
        #expect(try await client.send("GET", "/scans/\(UUID())").status == 404)
    }

    @Test("Without a database a restart forgets")
    func forgotten() async throws {
        let path: String
        do {
            let server = try await ServerProcess.holdingItsWorker()
            path = try await submit(server)
            server.signal(SIGKILL)
            _ = try await server.exitStatus()
        }
        let server = try await ServerProcess(arguments: ["--workers", "1"])
        #expect(try await ServiceClient(server: server).send("GET", path).status == 404)
    }

    @Test("A stored result is sent again only where the client hasn't got it")
    func conditional() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try await ServerProcess(arguments: database + ["--workers", "1"])
        let client = ServiceClient(server: server)
        let session = UUID()
        func analyze(_ text: String) async throws -> ScanResponse {
            try await client.analyze(json: #"{"text": "\#(text)", "session_id": "\#(session)"}"#)
                .decoded(ScanResponse.self)
        }
        let scan = try await analyze("hello")
        for path in [
            "/results/latest?session_id=\(session)", "/results?session_id=\(session)",
            "/results/\(scan.scanID)",
        ] {
            let first = try await client.send("GET", path)
            let tag = try #require(first.header("ETag"))
            #expect(first.status == 200 && tag.wholeMatch(of: /"[0-9a-f]{32}"/) != nil)
            #expect(first.header("Cache-Control") == "private, no-cache")
            for known in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
                // The request is sent without URLSession, which would answer a 304 from its own cache.
                let answer = try await RawClient.exchange(
                    port: server.port,
                    Array(
                        "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nIf-None-Match: \(known)\r\n\r\n"
                            .utf8))
                #expect(answer.hasPrefix("HTTP/1.1 304 ") && answer.hasSuffix("\r\n\r\n"), "\(known)")
                #expect(answer.contains("\r\nETag: \(tag)\r\n"))
            }
            let other = try await client.send("GET", path, headers: ["If-None-Match": "\"other\""])
            #expect(other.status == 200 && other.body == first.body)
        }
        let before = try await client.send("GET", "/results/latest?session_id=\(session)").header("ETag")
        _ = try await analyze("hello again")
        let after = try await client.send("GET", "/results/latest?session_id=\(session)").header("ETag")
        #expect(before != after)
        let none = try await client.send(
            "GET", "/results/latest?session_id=\(UUID())", headers: ["If-None-Match": "*"])
        #expect(none.status == 404)
    }
}
