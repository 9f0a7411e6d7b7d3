import Foundation
import TestSupport
import Testing
import TypeSafeAPI

@Suite("What comes twice is done once")
struct DuplicateWorkTests {
    private let image: Data
    private let other: Data

    init() throws {
        image = try Sample.image("scam-parcel-imessage-light.png")
        other = try Sample.image("benign-code-android-light.png")
    }

    private func responses(
        _ count: Int, _ send: @escaping @Sendable () async throws -> ServiceClient.Answer
    ) async throws -> [ScanResponse] {
        try await withThrowingTaskGroup { group in
            for _ in 0..<count {
                group.addTask { try await send().decoded(ScanResponse.self) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    private func withoutNames(_ response: ScanResponse) -> ScanResponse {
        var response = response
        response.scanID = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        response.timestamp = .distantPast
        response.timing = Timing(decode: nil, ocr: nil, classify: 0, total: 0)
        response.isCached = nil
        return response
    }

    @Test("Ten who send the same picture at once cost one reading; each answer has its own name")
    func together() async throws {
        let server = try await ServerProcess.countingPictures()
        let client = ServiceClient(server: server)
        async let sent = responses(10) { try await client.scan(form: [.image(image)]) }
        // This request gives the ten images time to arrive. An image that arrives later gets the reading that was kept.
        _ = try await client.analyze(json: #"{"text": "hello"}"#)
        server.letWorkersGo()
        let answers = try await sent
        #expect(Set(answers.map(\.scanID)).count == 10)
        #expect(Set(answers.map { withoutNames($0).explanation }).count == 1)
        #expect(answers.allSatisfy { withoutNames($0) == withoutNames(answers[0]) })
        _ = try await eventually(within: 30) { server.picturesRead >= 1 ? true : nil }
        let again = try await client.scan(form: [.image(image)]).decoded(ScanResponse.self)
        #expect(again.isCached == true && again.timing.ocr == nil && again.timing.decode == nil)
        #expect(withoutNames(again) == withoutNames(answers[0]))
        // Another image is read, and so is the same image in another language.
        let different = try await client.scan(form: [.image(other)]).decoded(ScanResponse.self)
        #expect(different.isCached == nil && different.timing.ocr != nil)
        let named = try await client.scan(form: [.image(image), .text("lang", "eng")])
            .decoded(ScanResponse.self)
        #expect(named.isCached == nil)
        _ = try await eventually(within: 30) { server.picturesRead == 3 ? true : nil }
    }

    @Test("Advice for another country, and text that came along, are not taken from before")
    func judgedAnew() async throws {
        let server = try await ServerProcess()
        let client = ServiceClient(server: server)
        let here = try await client.scan(form: [.image(image), .text("user_country", "US")])
            .decoded(ScanResponse.self)
        let there = try await client.scan(form: [.image(image), .text("user_country", "GB")])
            .decoded(ScanResponse.self)
        #expect(there.isCached == true && here.advice.report != there.advice.report)
        let blank = BlankPicture.png
        #expect(try await client.scan(form: [.image(blank)]).decoded(ScanResponse.self).status == .noText)
        let text = "Your parcel is held. Pay the fee at https://usps-redelivery.top/track"
        let supplied = try await client.scan(form: [.image(blank), .text("ocr_text", text)])
            .decoded(ScanResponse.self)
        #expect(supplied.isCached == true && supplied.status == .ok)
    }

    @Test("The first of two may go; the other still gets its answer")
    func leaderGoes() async throws {
        let server = try await ServerProcess.countingPictures()
        let client = ServiceClient(server: server)
        let head =
            "POST /scan-image HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/png\r\nContent-Length: \(image.count)\r\n"
            + "Expect: 100-continue\r\n\r\n"
        var leader: RawClient? = try RawClient(port: server.port)
        leader?.resetAtEnd()
        try await leader?.send(head)
        try await leader?.receive { $0.text.contains("100 Continue") }
        try await leader?.send(Array(image))
        async let follower = client.scan(image: image)
        _ = try await client.analyze(json: #"{"text": "hello"}"#)
        leader = nil
        server.letWorkersGo()
        #expect(try await follower.decoded(ScanResponse.self).riskLevel == .high)
        #expect(server.workers.count == 1)
    }

    @Test("Who shares a reading with a client whose turn doesn't come has a turn of its own")
    func othersTurn() async throws {
        let server = try await ServerProcess.holdingItsWorker(
            arguments: ["--trusted-proxies", "127.0.0.0/8"], limits: ["queue_seconds": 5])
        let client = ServiceClient(server: server)
        try await client.occupyWorker(with: other)
        async let first = client.scan(image: image)
        _ = try await eventually { try await client.metric("typesafe_ocr_queue_length") == 1 ? true : nil }
        let second = try await client.send(
            "POST", "/scan-image", contentType: "image/png", body: image,
            headers: ["X-Forwarded-For": "192.0.2.2"])
        #expect(try await first.status == 503)
        #expect(try second.decoded(ScanResponse.self).riskLevel == .high)
    }

    @Test("Nothing is remembered where the cache has no room")
    func off() async throws {
        let server = try await ServerProcess(limits: ["cache_mib": 0])
        let client = ServiceClient(server: server)
        for _ in 0..<2 {
            let answer = try await client.scan(form: [.image(other)]).decoded(ScanResponse.self)
            #expect(answer.isCached == nil && answer.timing.ocr != nil)
        }
    }

    @Test("What was read is forgotten in time")
    func forgotten() async throws {
        let server = try await ServerProcess(limits: ["cache_seconds": 1])
        let client = ServiceClient(server: server)
        _ = try await client.scan(form: [.image(other)])
        _ = try await eventually(within: 60) {
            try await client.scan(form: [.image(other)]).decoded(ScanResponse.self).isCached == nil
                ? true : nil
        }
    }

    // MARK: Idempotency keys

    private func scan(
        _ client: ServiceClient, _ image: Data, key: String, query: String = "",
        _ more: [String: String] = [:]
    ) async throws -> ServiceClient.Answer {
        try await client.send(
            "POST", "/scan-image\(query)", contentType: "image/png", body: image,
            headers: ["Idempotency-Key": key].merging(more) { $1 })
    }

    @Test("Of two at once under one key one is done")
    func concurrent() async throws {
        let client = ServiceClient(server: try await SharedServer.get())
        let key = UUID().uuidString
        let answers = try await responses(5) { try await scan(client, image, key: key) }
        #expect(Set(answers.map(\.scanID)).count == 1)
    }

    @Test("A failure isn't kept: the same request may succeed later")
    func failureUnderKey() async throws {
        let server = try await ServerProcess.holdingItsWorker(limits: ["queue_length": 0])
        let client = ServiceClient(server: server)
        let key = UUID().uuidString
        try await client.occupyWorker(with: other)
        #expect(try await scan(client, image, key: key).status == 503)
        server.letWorkersGo()
        _ = try await eventually(within: 30) {
            try await scan(client, image, key: key).status == 200 ? true : nil
        }
    }
}
