import Foundation
import TestSupport
import Testing
import TypeSafeAPI

/// The effects of those settings that no other suite tests.
@Suite("What settings change")
struct SettingEffectTests {
    private static let request = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"

    @Test("Language data is taken from the directory named, and its languages by name")
    func languages() async throws {
        let folder = try ReadWorkspace()
        let installed = URL(fileURLWithPath: "/usr/share/tesseract-ocr/5/tessdata/eng.traineddata")
        try FileManager.default.copyItem(
            at: installed, to: URL(fileURLWithPath: folder.path("abc.traineddata")))
        let server = try await ServerProcess(
            arguments: ["--tessdata", folder.url.path, "--languages", "abc", "--workers", "1"])
        let image = try Sample.image("scam-parcel-imessage-light.png")
        let scan = try await ServiceClient(server: server).scan(form: [.image(image)])
            .decoded(ScanResponse.self)
        #expect(scan.ocr?.languages == ["abc"] && scan.riskLevel == .high)
        let missing = try ServerProcess.run(["--tessdata", folder.url.path, "--languages", "eng"])
        #expect(missing.status == 78 && missing.error.contains("eng"))
    }

    @Test("A database that is full stores no more, and scans go on")
    func databaseSize() async throws {
        let folder = try ReadWorkspace()
        let server = try await ServerProcess(
            arguments: ["--workers", "1", "--database", folder.path("results.db")],
            limits: ["database_mib": 1])
        let client = ServiceClient(server: server)
        var stored = 0
        // A result takes some kilobytes, so a database of 1 MiB holds a few hundred.
        for _ in 0..<2_000 {
            let text = "Your parcel is held. Pay the fee at https://usps-redelivery.top/track"
            let body = #"{"text": "\#(text)", "session_id": "\#(UUID())"}"#
            let response = try await client.analyze(json: body).decoded(ScanResponse.self)
            #expect(response.riskLevel == .high)
            if response.stored == false { break }
            stored += 1
        }
        #expect(stored > 20 && stored < 2_000)
        let values = try FileManager.default.attributesOfItem(atPath: folder.path("results.db"))
        #expect((values[.size] as? Int ?? 0) <= 1 << 20)
    }

    @Test("Each event loop has an epoll set of its own")
    func eventLoops() async throws {
        func epollSets(_ loops: Int) async throws -> Int {
            let server = try await ServerProcess(
                arguments: ["--workers", "1"], limits: ["event_loops": loops])
            let folder = "/proc/\(server.processID)/fd"
            return try FileManager.default.contentsOfDirectory(atPath: folder).count { name in
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
                return target == "anon_inode:[eventpoll]"
            }
        }
        let one = try await epollSets(1)
        #expect(try await epollSets(4) == one + 3)
    }

    @Test(
        "Connections are bounded, in all and from one address; further ones get a 503",
        arguments: ["connections", "connections_per_address"])
    func connections(_ key: String) async throws {
        let server = try await ServerProcess(arguments: ["--workers", "1"], limits: [key: 3])
        let port = server.port
        // Some connections may still be open from the wait for the server to be ready.
        let refused = try await eventually(within: 30) { () -> String? in
            let clients = try (1...5).map { _ in try RawClient(port: port) }
            for client in clients {
                try await client.send(Self.request)
                try await client.receive { $0.text.contains("HTTP/1.1 ") || $0.isClosed }
            }
            let served = clients.count { $0.text.hasPrefix("HTTP/1.1 200 ") }
            #expect(served <= 3)
            return served > 0 ? clients.first { $0.text.hasPrefix("HTTP/1.1 503 ") }?.text : nil
        }
        #expect(refused.contains("503"))
    }

    @Test(
        "Clients that fall silent lose their connection in time",
        arguments: [
            ("header_seconds", "GET /health HTTP/1.1\r\nHost:"), ("idle_seconds", request),
            (
                "body_seconds",
                "POST /analyze-text HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"
            ),
        ])
    func timeouts(_ key: String, _ sent: String) async throws {
        let server = try await ServerProcess(arguments: ["--workers", "1"], limits: [key: 1])
        let client = try RawClient(port: server.port)
        try await client.send(sent)
        // The default limits are 10 and 15 seconds, so the setting is what closes the connection.
        try await client.receiveAll(within: 8)
        #expect(client.isClosed)
    }

    @Test("A client that doesn't take its answers loses its connection in time")
    func slowReader() async throws {
        let server = try await ServerProcess(
            arguments: ["--workers", "1", "--access-log", "json"], limits: ["write_seconds": 1])
        let client = try RawClient(port: server.port, receiveBuffer: 4_096)
        let requests = String(repeating: "GET /openapi.yaml HTTP/1.1\r\nHost: localhost\r\n\r\n", count: 500)
        try await client.send(requests)
        // The default limit is 15 seconds, so the setting is what ends the connection.
        _ = try await eventually(within: 10) {
            server.accessLog.contains(#""complete":false"#) ? true : nil
        }
    }
}
