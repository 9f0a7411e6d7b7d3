import Foundation
import TestSupport
import Testing
import TypeSafeAPI

/// Fronts and workers that share one Redis, all processes of their own.
@Suite("Servers that share their work", .enabled(if: RedisProcess.isPossible, "\(RedisProcess.skipped)"))
struct SharedWorkTests {
    private let redis: RedisProcess
    private let image: Data

    init() async throws {
        redis = try await RedisProcess()
        image = try Sample.image("scam-parcel-imessage-light.png")
    }

    private func server(
        _ role: String, _ limits: [String: Int] = [:], _ arguments: [String] = [], holding: Bool = false
    ) async throws -> ServerProcess {
        let all = ["--shared", redis.url, "--role", role] + arguments
        return holding
            ? try await .holdingItsWorker(arguments: all, limits: limits)
            : try await ServerProcess(arguments: ["--workers", "1"] + all, limits: limits)
    }

    private func submit(
        _ server: ServerProcess, _ image: Data? = nil, headers: [String: String] = [:]
    ) async throws -> ServiceClient.Answer {
        try await ServiceClient(server: server).send(
            "POST", "/scan-image?user_country=US", contentType: "image/png", body: image ?? self.image,
            headers: ["Prefer": "respond-async"].merging(headers) { $1 })
    }

    private func accepted(_ server: ServerProcess) async throws -> String {
        let answer = try await submit(server)
        #expect(answer.status == 202)
        return try #require(answer.header("Location"))
    }

    private func ended(_ server: ServerProcess, _ path: String) async throws -> ScanJob {
        try await eventually(within: 60) {
            let job = try await ServiceClient(server: server).send("GET", path).decoded(ScanJob.self)
            return job.state.isFinal ? job : nil
        }
    }

    private func follow(_ server: ServerProcess, _ path: String, last: Int? = nil) async throws -> RawClient {
        let client = try RawClient(port: server.port)
        let field = last.map { "Last-Event-ID: \($0)\r\n" } ?? ""
        try await client.send(
            "GET \(path)/events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(field)\r\n")
        return client
    }

    private func events(_ text: String) -> [(id: Int, name: String)] {
        text.matches(of: /id: ([0-9]+)\nevent: ([a-z]+)\n/).map { (Int($0.1) ?? 0, String($0.2)) }
    }

    private func taken(by server: ServerProcess) async throws -> Double {
        try await ServiceClient(server: server).metric(
            "typesafe_shared_claims_total", ["queue": "interactive"]) ?? 0
    }

    @Test(
        "A scan that one front took and a worker does is told of by another front; its stream goes on there")
    func twoFrontsTwoWorkers() async throws {
        let (first, second) = (try await server("front"), try await server("front"))
        let worker = try await server("worker", holding: true)
        let path = try await accepted(first)
        let stream = try await follow(second, path)
        try await stream.receive { $0.text.contains("event: decoding") }
        let seen = events(stream.text)
        #expect(seen.map(\.id) == [1, 2])
        // The front that it was followed at goes away; the other one goes on after what was heard.
        second.signal(SIGTERM)
        let rest = try await follow(first, path, last: 2)
        worker.letWorkersGo()
        let heard = try await events(rest.receiveAll())
        #expect(heard.last?.name == "done" && heard.allSatisfy { $0.id > 2 })
        #expect(try await second.exitStatus() == 0)
        #expect(events(try await stream.receiveAll()).last?.name != "done")
        let job = try await ended(first, path)
        let plain = try await ServiceClient(server: first).scan(image: image, query: "?user_country=US")
            .decoded(ScanResponse.self)
        #expect(job.result?.findings == plain.findings && job.result?.riskLevel == .high)
        #expect(try await ServiceClient(server: first).send("DELETE", path).status == 204)
        #expect(try await ServiceClient(server: first).send("GET", path).status == 404)
        let other = try await server("worker")
        for _ in 0..<4 { #expect(try await ended(first, try await accepted(first)).state == .done) }
        #expect(try await taken(by: worker) + taken(by: other) == 5)
    }

    @Test("A worker serves health, versions and metrics, and no scans")
    func workerRole() async throws {
        let worker = ServiceClient(server: try await server("worker"))
        for path in ["/health", "/ready", "/version", "/metrics"] {
            #expect(try await worker.send("GET", path).status == 200)
        }
        #expect(try await worker.scan(image: image).status == 404)
        #expect(try ServerProcess.run(["--role", "worker"]).error.contains("--role worker needs --shared"))
    }

    @Test("kill -9 of a worker in the middle of a scan: another one does it, and it has one outcome")
    func killed() async throws {
        let front = try await server("front")
        let worker = try await server("worker", ["scan_seconds": 8], holding: true)
        let path = try await accepted(front)
        let stream = try await follow(front, path)
        _ = try await eventually(within: 30) { try await taken(by: worker) == 1 ? true : nil }
        worker.signal(SIGKILL)
        _ = try await worker.exitStatus()
        let other = try await server("worker", ["scan_seconds": 8])
        let heard = try await events(stream.receiveAll())
        #expect(
            heard.last?.name == "done" && heard.filter { $0.name == "done" || $0.name == "failed" }.count == 1
        )
        let takeovers = try await ServiceClient(server: other)
            .metric("typesafe_shared_takeovers_total", ["queue": "interactive"])
        #expect(takeovers == 1)
    }

    @Test("SIGTERM of a worker hands back what it can't finish, and another one does it at once")
    func drained() async throws {
        let front = try await server("front")
        let worker = try await server("worker", ["shutdown_seconds": 1], holding: true)
        let path = try await accepted(front)
        _ = try await eventually(within: 30) { try await taken(by: worker) == 1 ? true : nil }
        // Work that was silent would be taken over after 1,200 s.
        let other = try await server("worker", ["scan_seconds": 600])
        worker.signal(SIGTERM)
        #expect(try await worker.exitStatus() == 0)
        #expect(try await ended(front, path).state == .done)
        let takeovers = try await ServiceClient(server: other)
            .metric("typesafe_shared_takeovers_total", ["queue": "interactive"])
        #expect(takeovers == 0)
    }

    @Test("While Redis is away plain scans go on and asynchronous ones are refused; back within five seconds")
    func redisAway() async throws {
        let both = try await server("all")
        let client = ServiceClient(server: both)
        #expect(try await ended(both, try await accepted(both)).state == .done)
        redis.kill()
        _ = try await eventually { try await submit(both).status == 503 ? true : nil }
        let refused = try await submit(both)
        #expect(refused.header("Retry-After") != nil)
        #expect(try refused.decoded(Problem.self).kind == .storeUnavailable)
        for name in ["benign-code-android-light.png", "scam-parcel-imessage-light.png"] {
            #expect(try await client.scan(image: Sample.image(name)).status == 200)
        }
        try await redis.start()
        let back = ContinuousClock.now
        let path = try await eventually { () -> String? in
            let answer = try await submit(both)
            return answer.status == 202 ? answer.header("Location") : nil
        }
        #expect(back.duration(to: .now) < .seconds(5))
        #expect(try await ended(both, path).state == .done)
    }

    @Test("An idempotency key, a rate and a picture that one server has seen are known to the others")
    func remembered() async throws {
        let arguments = ["--rate", "1"]
        let (first, second) = (
            try await server("front", ["rate_burst": 1_000], arguments),
            try await server("front", ["rate_burst": 1_000], arguments)
        )
        func scan(_ server: ServerProcess, _ key: String, _ query: String = "") async throws
            -> ServiceClient.Answer
        {
            try await ServiceClient(server: server).send(
                "POST", "/scan-image\(query)", contentType: "image/png", body: image,
                headers: ["Idempotency-Key": key])
        }
        let one = try await scan(first, "one")
        let again = try await scan(second, "one")
        #expect(one.status == 200 && one.header("Idempotent-Replayed") == nil)
        #expect(again.header("Idempotent-Replayed") == "true")
        #expect(try one.decoded(ScanResponse.self) == again.decoded(ScanResponse.self))
        let other = try await scan(second, "one", "?user_country=DE").decoded(Problem.self)
        #expect(other.kind == .idempotencyMismatch)
        // The same picture, under another key, is judged and not read.
        #expect(try await scan(second, "two").status == 200)
        let hits = try await ServiceClient(server: second).metric(
            "typesafe_cache_requests_total", ["outcome": "hit"])
        #expect(hits == 1)
        // Units that were spent at one server are missing at the other.
        func remaining(_ server: ServerProcess) async throws -> Int {
            let answer = try await ServiceClient(server: server).send("GET", "/scans/\(UUID())")
            return try #require(answer.header("RateLimit-Remaining").flatMap { Int($0) })
        }
        let before = try await remaining(second)
        for number in 0..<5 { _ = try await scan(first, "first \(number)".replacing(" ", with: "-")) }
        // What a server says is as old as its lease.
        _ = try await eventually { try await remaining(second) <= before - 50 ? true : nil }
    }
}
