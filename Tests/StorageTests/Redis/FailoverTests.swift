import Foundation
import Storage
import SystemSupport
import TestSupport
import Testing

@Suite(
    "Redis that fails over", .timeLimit(.minutes(2)),
    .enabled(if: RedisProcess.isPossible, "\(RedisProcess.skipped)"))
struct FailoverTests {
    private static func freePort() throws -> UInt16 {
        try ListeningSocket(address: #require(SocketAddress(host: "127.0.0.1", port: 0))).boundPort
    }

    private static func server(_ port: UInt16, _ arguments: [String] = []) async throws -> RedisProcess {
        try await RedisProcess(["--save", "", "--bind", "127.0.0.1", "--port", "\(port)"] + arguments)
    }

    @Test(
        "The primary server dies, its sentinel names the replica, and the client goes on there",
        arguments: [nil, "secret"])
    func failover(password: String?) async throws {
        let (first, second) = (try Self.freePort(), try Self.freePort())
        let secrets = password.map { ["--requirepass", $0, "--masterauth", $0] } ?? []
        let primary = try await Self.server(first, secrets)
        let replica = try await Self.server(second, secrets + ["--replicaof", "127.0.0.1 \(first)"])
        let sentinel = try Sentinel(of: first, port: Self.freePort(), password: password)
        let url = "redis+sentinel://127.0.0.1:1,127.0.0.1:\(sentinel.port)/service"
        let client = RedisClient(
            try RedisAccess(url: RedisURL(url), passwordFile: sentinel.passwordFile))
        defer { client.close() }
        try #require(await isEventuallyTrue { client.isConnected })
        try #require(
            await isEventuallyTrue {
                try await client.run(RedisCommand("SET", "a", "b"))
                // The sentinel has heard of the replica, and the replica has the value.
                return try await client.run(RedisCommand("WAIT", 1, 100)).integer == 1
                    && sentinel.knowsReplica
            })
        primary.kill()
        try #require(await isEventuallyTrue { !client.isConnected })
        try #require(await isEventuallyTrue(within: 60) { client.isConnected })
        #expect(try await client.run(RedisCommand("GET", "a")).text == "b")
        #expect(try await client.run(RedisCommand("SET", "a", "c")) == .status("OK"))
        replica.kill()
        sentinel.stop()
    }
}

/// A sentinel of the test's own, which gives a primary server up after half a second.
private final class Sentinel: Sendable {
    let port: UInt16
    /// The file of the password that it asks for; nil where it asks for none.
    let passwordFile: String?
    private let folder: URL
    private let process: Process

    init(of primary: UInt16, port: UInt16, password: String?) throws {
        self.port = port
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("sentinel-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (file, secret) = (folder.appendingPathComponent("sentinel.conf"), folder.path + "/password")
        try (password ?? "").write(toFile: secret, atomically: true, encoding: .utf8)
        passwordFile = password == nil ? nil : secret
        let secrets = password.map { "requirepass \($0)\nsentinel auth-pass service \($0)" } ?? ""
        try """
        bind 127.0.0.1
        port \(port)
        dir \(folder.path)
        logfile \(folder.path)/log
        sentinel monitor service 127.0.0.1 \(primary) 1
        sentinel down-after-milliseconds service 500
        sentinel failover-timeout service 5000
        \(secrets)
        """.write(to: file, atomically: true, encoding: .utf8)
        process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/redis-server")
        process.arguments = [file.path, "--sentinel"]
        process.standardOutput = FileHandle.nullDevice
        try process.run()
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(at: folder)
    }

    var knowsReplica: Bool {
        let log = try? String(contentsOf: folder.appendingPathComponent("log"), encoding: .utf8)
        return log?.contains("+slave ") == true
    }

    func stop() {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
