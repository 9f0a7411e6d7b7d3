import Foundation
import TestSupport
import Testing
import TypeSafeAPI

@Suite("Rate limits over HTTP")
struct RateTests {
    private static func analyze(
        _ server: ServerProcess, _ headers: [String: String] = [:]
    ) async throws -> ServiceClient.Answer {
        try await ServiceClient(server: server).send(
            "POST", "/analyze-text", contentType: "application/json", body: Data(#"{"text": "Hello"}"#.utf8),
            headers: headers)
    }

    private static func remaining(_ answer: ServiceClient.Answer) -> Int? {
        answer.header("RateLimit-Remaining").flatMap(Int.init)
    }

    @Test("None on loopback, some where others can reach it")
    func defaults() async throws {
        #expect(try await SharedServer.get().log.contains("listening"))
        #expect(Self.remaining(try await Self.analyze(try await SharedServer.get())) == nil)
        let exposed = try await ServerProcess(arguments: ["--address", "0.0.0.0", "--insecure"])
        #expect(try await Self.analyze(exposed).header("RateLimit-Limit") == "300")
        let unlimited = try await ServerProcess(
            arguments: ["--address", "0.0.0.0", "--insecure=true", "--rate", "0"])
        #expect(Self.remaining(try await Self.analyze(unlimited)) == nil)
    }

    @Test("Each of several pictures costs what an image costs")
    func pictures() async throws {
        let server = try await ServerProcess(arguments: ["--rate", "1"], limits: ["rate_burst": 1_000])
        let client = ServiceClient(server: server)
        func remaining() async throws -> Int {
            try #require(Self.remaining(try await client.send("GET", "/scans/\(UUID().uuidString)")))
        }
        let before = try await remaining()
        let answer = try await client.scan(
            form: (0..<4).map { _ in ServiceClient.Part.image(BlankPicture.png) })
        #expect(answer.status == 200)
        // The requests for the state cost one each; processor time may cost more.
        #expect(try await remaining() <= before - 41)
    }

    @Test("Each key has its own limit, and may have its own rate")
    func keys() async throws {
        let folder = try KeyFolder()
        let keys = [
            try folder.add("a", scope: "scan"), try folder.add("b", scope: "scan"),
            try folder.add("c", scope: "scan", "--rate", "1000000"),
        ]
        let server = try await ServerProcess(
            arguments: folder.arguments + ["--rate", "1"], limits: ["rate_burst": 2])
        func send(_ key: String) async throws -> Int {
            try await Self.analyze(server, ["X-API-Key": key]).status
        }
        #expect(try await send(keys[0]) == 200)
        #expect(try await send(keys[0]) == 429)
        #expect(try await send(keys[1]) == 200)
        #expect(try await send(keys[2]) == 200)
        // This key gets a unit every 60 µs, so the bucket is full again.
        #expect(try await send(keys[2]) == 200)
    }

    @Test("Behind a trusted proxy each client has its own limit; nobody else may say who they are")
    func proxies() async throws {
        let rate = ["--rate", "1"]
        let limits = ["rate_burst": 2]
        let behind = try await ServerProcess(
            arguments: rate + ["--trusted-proxies", "127.0.0.0/8,198.51.100.7"], limits: limits)
        func send(_ server: ServerProcess, _ hops: String) async throws -> Int {
            try await Self.analyze(server, ["X-Forwarded-For": hops]).status
        }
        #expect(try await send(behind, "192.0.2.1") == 200)
        #expect(try await send(behind, "192.0.2.1") == 429)
        #expect(try await send(behind, "192.0.2.2") == 200)
        // The first hop isn't believed, because the client may have written it. The last hop that is no proxy counts.
        #expect(try await send(behind, "203.0.113.9, 192.0.2.1") == 429)
        #expect(try await send(behind, "192.0.2.3, 198.51.100.7, 127.0.0.9") == 200)
        #expect(try await send(behind, "203.0.113.9, 192.0.2.3, 198.51.100.7") == 429)
        // All addresses of an IPv6 /64 are one client.
        #expect(try await send(behind, "2001:db8::1") == 200)
        #expect(try await send(behind, "2001:db8::ffff:1") == 429)
        #expect(try await send(behind, "[2001:db8:0:1::1]:4711") == 200)
        // Without a valid address, the proxy itself counts as the client.
        #expect(try await send(behind, "unknown") == 200)
        #expect(try await send(behind, "192.0.2.77, nonsense") == 429)
        let alone = try await ServerProcess(arguments: rate, limits: limits)
        #expect(try await send(alone, "192.0.2.1") == 200)
        #expect(try await send(alone, "192.0.2.2") == 429)
    }

    @Test("Clients beyond those that are followed share a limit")
    func tableSize() async throws {
        let server = try await ServerProcess(
            arguments: ["--rate", "1", "--trusted-proxies", "127.0.0.1"],
            limits: ["rate_burst": 2, "rate_clients": 1])
        var statuses: [Int] = []
        for last in 1...4 {
            statuses.append(try await Self.analyze(server, ["X-Forwarded-For": "192.0.2.\(last)"]).status)
        }
        #expect(statuses == [200, 200, 429, 429])
    }
}
