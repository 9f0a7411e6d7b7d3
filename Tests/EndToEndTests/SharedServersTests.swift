import Foundation
import TestSupport
import Testing
import TypeSafeAPI
import WebhookReceiver

/// Two servers that remember together in Redis.
@Suite(
    "Servers that share a Redis server", .timeLimit(.minutes(10)),
    .enabled(if: RedisProcess.isPossible, "\(RedisProcess.skipped)"))
struct SharedServersTests {
    private static let scam =
        "USPS: your parcel is held. Pay the $1.99 redelivery fee at https://usps-redelivery.top/track/KX77"

    private func server(_ redis: RedisProcess, _ arguments: [String] = []) async throws -> ServerProcess {
        try await ServerProcess(
            arguments: ["--workers", "1", "--shared", redis.url] + arguments,
            limits: ["scan_seconds": 120])
    }

    private func judge(_ server: ServerProcess, for session: UUID) async throws -> ScanResponse {
        let json = try WireCoding.encoder().encode(AnalyzeTextRequest(text: Self.scam, sessionID: session))
        let answer = try await ServiceClient(server: server).analyze(
            json: String(decoding: json, as: UTF8.self))
        #expect(answer.status == 200)
        return try answer.decoded(ScanResponse.self)
    }

    private func status(_ server: ServerProcess) async throws -> StoreStatus? {
        try await ServiceClient(server: server).send("GET", "/ready?verbose").decoded(ReadyResponse.self)
            .store
    }

    @Test("Each server answers for the other, and a deletion at one is one at both")
    func answerForEachOther() async throws {
        let redis = try await RedisProcess()
        let (one, other) = (try await server(redis), try await server(redis))
        let session = UUID()
        let scan = try await judge(one, for: session)
        #expect(scan.stored == true)
        let client = ServiceClient(server: other)
        for path in ["/results/latest?session_id=\(session)", "/results/\(scan.scanID)"] {
            let found = try await client.send("GET", path)
            #expect(found.status == 200)
            #expect(try found.decoded(ScanResponse.self).scanID == scan.scanID)
        }
        #expect(try await client.send("DELETE", "/sessions/\(session)").status == 200)
        let gone = try await ServiceClient(server: one).send("GET", "/results/latest?session_id=\(session)")
        #expect(gone.status == 404)
        redis.kill()
    }

    @Test(
        "While Redis is away scans go on, what needs it gets 503, and all is back within seconds; each is logged once"
    )
    func away() async throws {
        let redis = try await RedisProcess()
        let server = try await server(redis)
        let (client, session) = (ServiceClient(server: server), UUID())
        #expect(try await judge(server, for: session).stored == true)
        redis.kill()
        try #require(await isEventuallyTrue { try await status(server)?.available == false })
        let scan = try await judge(server, for: session)
        #expect(scan.riskLevel == .high && scan.stored == false)
        let picture = try Sample.image("scam-parcel-imessage-light.png")
        #expect(try await client.scan(form: [.image(picture)]).status == 200)
        for _ in 0..<5 {
            let refused = try await client.send("GET", "/results/latest?session_id=\(session)")
            #expect(refused.status == 503 && refused.header("Retry-After") != nil)
            #expect(try refused.decoded(Problem.self).kind == .storeUnavailable)
        }
        try await redis.start()
        let back = try await ContinuousClock().measure {
            try #require(await isEventuallyTrue { try await judge(server, for: session).stored == true })
        }
        #expect(back < .seconds(5))
        #expect(server.log.occurrences(of: "can't be stored or read") == 1)
        #expect(await isEventuallyTrue { server.log.occurrences(of: "Redis serves") == 2 })
        redis.kill()
    }

    @Test(
        "A server says whether a crash of Redis loses something, and doesn't serve where that isn't allowed")
    func durability() async throws {
        let always = try await RedisProcess(["--appendonly", "yes", "--appendfsync", "always"])
        let durable = try await server(always, ["--require-durable"])
        #expect(try await status(durable)?.durable == true)
        let never = try await RedisProcess()
        #expect(try await status(server(never))?.durable == false)
        let refused = try ServerProcess.run(["--port", "0", "--shared", never.url, "--require-durable"])
        #expect(refused.status == 77 && refused.error.contains("--require-durable"))
        let nobody = try ServerProcess.run(["--port", "0", "--shared", "unix:/nowhere", "--require-durable"])
        #expect(nobody.status == 69 && nobody.error.contains("can't be reached"))
        never.kill()
        always.kill()
    }

    @Test("Each webhook message is sent by one of the servers, and what one of them left by the other")
    func webhooks() async throws {
        let redis = try await RedisProcess()
        let receiver = try WebhookReceiver()
        let folder = try ReadWorkspace()
        let file = folder.url.appendingPathComponent("webhooks.yaml")
        let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
        try Data("- name: cases\n  url: \(receiver.url())\n  secrets: [\(secret)]\n".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        let arguments = ["--webhooks", file.path, "--webhook-allow-private", "true"]
        let (one, other) = (try await server(redis, arguments), try await server(redis, arguments))
        for number in 0..<20 {
            let scan = try await judge(number % 2 == 0 ? one : other, for: UUID())
            #expect(scan.notified == true)
        }
        // The last messages may be with a server that is gone then, whose lease is over after a minute.
        one.signal(SIGKILL)
        func ids() -> [String] { receiver.messages.compactMap { $0.fields["webhook-id"] } }
        #expect(await isEventuallyTrue(within: 120) { Set(ids()).count == 20 })
        #expect(ids().count <= 21)
        redis.kill()
    }
}
