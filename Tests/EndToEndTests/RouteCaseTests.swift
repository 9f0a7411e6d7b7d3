import Foundation
import RouteCases
import TestSupport
import Testing

/// Sends the requests of all route cases to the real server over sockets.
@Suite("Live route case") struct LiveRouteCaseTests {
    @Test("Answers over sockets", arguments: RouteSetup.allCases)
    func answersOverSockets(_ setup: RouteSetup) async throws {
        try await check(setup)
    }

    @Test(
        "Answers the same where Redis keeps what is stored",
        .enabled(if: RedisProcess.isPossible, "\(RedisProcess.skipped)"), arguments: [RouteSetup.open, .keys])
    func answersFromRedis(_ setup: RouteSetup) async throws {
        let redis = try await RedisProcess()
        try await check(setup, shared: redis.url)
        redis.kill()
    }

    private func check(_ setup: RouteSetup, shared: String? = nil) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "route-cases-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try await ServerProcess(
            arguments: try Self.arguments(setup, folder, shared), limits: Self.limits(setup))
        for routeCase in RouteCases.all(of: setup) where shared == nil || !routeCase.numbersEvents {
            let faults = try await routeCase.faults(over: SocketTransport(port: server.port))
            #expect(faults.isEmpty, "\(routeCase.name)\n\(faults.joined(separator: "\n"))")
        }
    }

    private static func arguments(
        _ setup: RouteSetup, _ folder: URL, _ shared: String?
    ) throws -> [String] {
        let database = [
            shared == nil ? "--database" : "--shared",
            shared ?? folder.appendingPathComponent("results.db").path,
            "--feedback-directory", folder.appendingPathComponent("feedback").path,
            "--memory", folder.appendingPathComponent("memory").path,
            "--push", try PushKeys.file(in: folder),
        ]
        let own: [String]
        switch setup {
        case .open: own = database
        case .withoutStore: own = []
        case .keys:
            let file = folder.appendingPathComponent("keys")
            try Data(RouteKeys.file.utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
            own = database + ["--keys", file.path]
        case .browser:
            own = ["--cors-origins", RouteSetup.allowedOrigins, "--allowed-hosts", RouteSetup.allowedHosts]
        case .rate:
            own = ["--rate", String(RouteSetup.unitsPerMinute)]
        }
        return own + ["--workers", "1"]
    }

    private static func limits(_ setup: RouteSetup) -> [String: Int] {
        // The limits are high, because many tests use the machine's cores at the same time.
        var limits = ["queue_seconds": 120, "scan_seconds": 120, "scan_cpu_seconds": 120]
        switch setup {
        case .browser: limits["hsts_seconds"] = RouteSetup.strictTransport
        case .rate: limits["rate_burst"] = RouteSetup.burst
        case .open, .withoutStore, .keys: break
        }
        return limits
    }
}

/// Sends each request on a connection of its own.
private struct SocketTransport: RouteTransport {
    let port: UInt16

    func send(_ request: Data) async throws -> RouteResponse {
        let client = try RawClient(port: port)
        try await client.send(Array(request))
        try await client.receiveAll()
        return try RouteResponse(http: client.received)
    }
}
