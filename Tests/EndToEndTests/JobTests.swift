import Foundation
import TestSupport
import Testing
import TypeSafeAPI

@Suite("Scans that answer at once")
struct JobTests {
    private let image: Data

    init() throws {
        image = try Sample.image("scam-parcel-imessage-light.png")
    }

    private func submit(
        _ client: ServiceClient, _ image: Data, headers: [String: String] = [:]
    ) async throws -> (path: String, answer: ServiceClient.Answer) {
        let answer = try await client.send(
            "POST", "/scan-image?user_country=US", contentType: "image/png", body: image,
            headers: ["Prefer": "respond-async, wait=1"].merging(headers) { $1 })
        return (answer.header("Location") ?? "", answer)
    }

    private func ended(_ client: ServiceClient, _ path: String) async throws -> ScanJob {
        try await eventually(within: 60) {
            let job = try await client.send("GET", path).decoded(ScanJob.self)
            return job.state.isFinal ? job : nil
        }
    }

    private func follow(
        _ server: ServerProcess, _ path: String, method: String = "GET", last: Int? = nil
    ) async throws -> RawClient {
        let client = try RawClient(port: server.port)
        let field = last.map { "Last-Event-ID: \($0)\r\n" } ?? ""
        try await client.send(
            "\(method) \(path)/events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(field)\r\n")
        return client
    }

    private func events(_ text: String) -> [(id: Int, name: String)] {
        text.matches(of: /id: ([0-9]+)\nevent: ([a-z]+)\n/).map { (Int($0.1) ?? 0, String($0.2)) }
    }

    @Test("Says where to ask, tells of every step, and ends with what a plain scan says")
    func wholeWay() async throws {
        let server = try await ServerProcess.holdingItsWorker()
        let client = ServiceClient(server: server)
        let (path, answer) = try await submit(client, image)
        #expect(answer.status == 202 && answer.header("Preference-Applied") == "respond-async")
        let taken = try answer.decoded(ScanJob.self)
        #expect(path == "/scans/\(taken.scanID.uuidString.lowercased())")
        #expect(taken.state == .queued && taken.percent == 0)
        let stream = try await follow(server, path)
        try await stream.receive { $0.text.contains("event: decoding") }
        #expect(try await client.send("GET", path).decoded(ScanJob.self).state == .decoding)
        server.letWorkersGo()
        let text = try await stream.receiveAll()
        #expect(text.contains("Content-Type: text/event-stream\r\n"))
        let heard = events(text)
        #expect(heard.map(\.id) == Array(1...heard.count))
        var names = heard.map(\.name)
        #expect(names.filter { $0 == "reading" }.count > 3)
        while let index = names.indices.dropFirst().first(where: { names[$0] == names[$0 - 1] }) {
            names.remove(at: index)
        }
        #expect(names == ["queued", "decoding", "reading", "classifying", "done"])

        let job = try await client.send("GET", path).decoded(ScanJob.self)
        #expect(job.state == .done && job.percent == 100 && job.linesRead == job.linesFound)
        let result = try #require(job.result)
        #expect(result.scanID == job.scanID && result.riskLevel == .high)
        let plain = try await client.scan(image: image, query: "?user_country=US").decoded(ScanResponse.self)
        #expect(plain.findings == result.findings && plain.ocr == result.ocr && plain.advice == result.advice)

        // A client that connects late gets all events, and one that lost its connection gets the rest. A client that
        // has all events gets a 204.
        let late = try await follow(server, path).receiveAll()
        #expect(events(late).map(\.id) == heard.map(\.id))
        let rest = try await follow(server, path, last: 4).receiveAll()
        #expect(events(rest).map(\.id) == Array(heard.map(\.id)[4...]))
        let none = try await follow(server, path, last: heard.count).receiveAll()
        #expect(none.hasPrefix("HTTP/1.1 204 "))
        let foreign = try await follow(server, path, last: 5_000).receiveAll()
        #expect(events(foreign).count == heard.count)
        let head = try await follow(server, path, method: "HEAD").receiveAll()
        #expect(head.hasPrefix("HTTP/1.1 200 ") && head.hasSuffix("\r\n\r\n"))
    }

    @Test(
        "A scan that is cancelled stops at once, whether it is being read or waits; its followers hear of it")
    func cancelled() async throws {
        let server = try await ServerProcess.holdingItsWorker()
        let client = ServiceClient(server: server)
        let worker = try #require(server.workers.first)
        let (running, _) = try await submit(client, image)
        let (waiting, _) = try await submit(client, Sample.image("benign-code-android-light.png"))
        _ = try await eventually(within: 30) {
            try await client.send("GET", running).decoded(ScanJob.self).state == .decoding ? true : nil
        }
        for path in [waiting, running] {
            let stream = try await follow(server, path)
            try await stream.receive { $0.text.contains("event: queued") }
            #expect(try await client.send("DELETE", path).status == 204)
            let text = try await stream.receiveAll()
            #expect(events(text).last?.name == "failed" && text.contains(ProblemKind.cancelled.urn))
            #expect(try await client.send("GET", path).status == 404)
            #expect(try await client.send("DELETE", path).status == 404)
        }
        // The worker that had the scan was ended, and another worker has taken its place.
        _ = try await eventually(within: 30) {
            let now = server.workers
            return now.count == 1 && now != [worker] ? true : nil
        }
        #expect(try await client.scan(image: image).status == 200)
    }

    @Test("An idle stream outlives all time-outs, and says that it is alive")
    func heartbeat() async throws {
        let server = try await ServerProcess.holdingItsWorker(limits: [
            "event_heartbeat_seconds": 1, "write_seconds": 1, "idle_seconds": 1, "body_seconds": 1,
            "header_seconds": 1,
        ])
        let client = ServiceClient(server: server)
        let (path, _) = try await submit(client, image)
        let stream = try await follow(server, path)
        try await stream.receive { $0.text.matches(of: /: alive\n\n/).count >= 4 }
        server.letWorkersGo()
        #expect(try await events(stream.receiveAll()).last?.name == "done")
    }

    @Test("Streams are bounded, and a client that goes leaves its place")
    func subscribers() async throws {
        let server = try await ServerProcess.holdingItsWorker(limits: [
            "event_heartbeat_seconds": 1, "event_streams_per_job": 1,
        ])
        let client = ServiceClient(server: server)
        let (path, _) = try await submit(client, image)
        var first: RawClient? = try await follow(server, path)
        try await first?.receive { $0.text.contains("event: queued") }
        let refused = try await follow(server, path).receiveAll()
        #expect(refused.hasPrefix("HTTP/1.1 503 ") && refused.contains("\r\nRetry-After: "))
        first = nil
        _ = try await eventually(within: 30) {
            let next = try await follow(server, path)
            try await next.receive { $0.text.contains("HTTP/1.1 ") }
            return next.text.hasPrefix("HTTP/1.1 200 ") ? true : nil
        }
    }

    @Test("Scans that wait are bounded in number and in bytes")
    func bounds() async throws {
        let server = try await ServerProcess.holdingItsWorker(limits: ["jobs": 2, "job_mib": 1])
        let client = ServiceClient(server: server)
        var large = image
        large.append(Data(count: 1 << 20))
        let tooLarge = try await submit(client, large)
        #expect(tooLarge.answer.status == 503)
        for _ in 0..<2 { #expect(try await submit(client, image).answer.status == 202) }
        let tooMany = try await submit(client, image).answer
        #expect(tooMany.status == 503 && tooMany.header("Retry-After") != nil)
        #expect(try tooMany.decoded(Problem.self).kind == .busy)
        // Requests that aren't jobs are still served.
        #expect(try await client.analyze(json: #"{"text": "hello"}"#).status == 200)
    }

    @Test("A scan that takes too long fails, and is forgotten in time")
    func deadline() async throws {
        let server = try await ServerProcess.holdingItsWorker(limits: [
            "job_seconds": 1, "job_result_seconds": 3,
        ])
        let client = ServiceClient(server: server)
        let (path, _) = try await submit(client, image)
        let job = try await ended(client, path)
        #expect(job.state == .failed && job.problem?.kind == .scanTimeout)
        _ = try await eventually(within: 60) {
            try await client.send("GET", path).status == 404 ? true : nil
        }
    }

    @Test("SIGTERM lets a scan finish; one that doesn't is told of as restarted")
    func drains() async throws {
        let quick = try await ServerProcess.holdingItsWorker()
        let (path, _) = try await submit(ServiceClient(server: quick), image)
        let stream = try await follow(quick, path)
        try await stream.receive { $0.text.contains("event: decoding") }
        quick.signal(SIGTERM)
        _ = try await eventually(within: 20) { quick.log.contains("stopping") ? true : nil }
        quick.letWorkersGo()
        #expect(try await events(stream.receiveAll()).last?.name == "done")
        #expect(try await quick.exitStatus() == 0)

        let slow = try await ServerProcess.holdingItsWorker(limits: ["shutdown_seconds": 2])
        let (other, _) = try await submit(ServiceClient(server: slow), image)
        let held = try await follow(slow, other)
        try await held.receive { $0.text.contains("event: decoding") }
        slow.signal(SIGTERM)
        let text = try await held.receiveAll()
        #expect(events(text).last?.name == "failed" && text.contains(ProblemKind.restarted.urn))
        #expect(try await slow.exitStatus() == 0)
    }
}
