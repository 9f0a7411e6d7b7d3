import Foundation
import TestSupport
import Testing
import TypeSafeAPI
import TypeSafeClient

/// Tests of the client library against the real server.
@Suite("Scan client and server")
struct ScanClientEndToEndTests {
    private func client() async throws -> ScanClient {
        try ScanClient(
            configuration: ClientConfiguration(
                server: try await SharedServer.get().url(""), timeouts: .init(answer: .seconds(120))))
    }

    @Test("Scans a screenshot")
    func scan() async throws {
        let image = try Sample.image("scam-parcel-imessage-light.png")
        let answer = try await client().scan(
            image: image, options: ScanOptions(session: UUID(), country: "US", languages: "eng"))
        #expect(answer.riskLevel == .high && answer.scamType == .delivery)
        #expect(answer.ocr?.languages == ["eng"])
        #expect(answer.advice.report.contains { $0.url?.contains("ftc.gov") == true })
    }

    @Test("Tells how far a scan is, and ends with what a plain one says")
    func progress() async throws {
        let image = try Sample.image("benign-code-android-light.png")
        let client = try await client()
        var jobs: [ScanJob] = []
        for try await job in client.scanWithProgress(image: image, every: .milliseconds(5)) {
            jobs.append(job)
        }
        let last = try #require(jobs.last)
        #expect(last.state == .done && last.percent == 100)
        #expect(zip(jobs, jobs.dropFirst()).allSatisfy { $0.percent < $1.percent })
        let plain = try await client.scan(image: image)
        #expect(last.result?.ocr == plain.ocr && last.result?.findings == plain.findings)
    }

    @Test("A scan that fails on its way ends with its problem")
    func failingProgress() async throws {
        let image = try Sample.image("benign-code-android-light.png")
        let client = try await client()
        let error = await #expect(throws: ClientError.self) {
            for try await _ in client.scanWithProgress(image: image.prefix(image.count / 2)) {}
        }
        #expect(error?.code == .rejected && error?.problem?.kind == .unreadableImage)
    }

    @Test("Who stops listening cancels the scan")
    func abandonedProgress() async throws {
        let server = try await ServerProcess.holdingItsWorker()
        let client = try ScanClient(server: server.url(""))
        let image = try Sample.image("benign-code-android-light.png")
        let worker = server.workers
        for try await job in client.scanWithProgress(image: image, every: .milliseconds(5)) {
            if job.state == .decoding { break }
        }
        // The server has replaced the worker that had the cancelled scan.
        _ = try await eventually(within: 30) {
            let now = server.workers
            return now.count == 1 && now != worker ? true : nil
        }
    }

    @Test("Analyses a text")
    func analyze() async throws {
        let text = "Mum, my phone broke, this is my new number. Can you pay a bill for me today?"
        let answer = try await client().analyze(
            text: text, options: ScanOptions(appBundle: "com.example.sms"))
        #expect(answer.scamType == .familyEmergency)
        #expect(answer.ocr == nil)
    }

    @Test("Health, readiness and versions")
    func status() async throws {
        let client = try await client()
        #expect(try await client.health() == HealthResponse())
        #expect(try await client.ready().ready)
        #expect(try await client.version().tessdata["eng"] != nil)
    }

    @Test("What the server refuses comes with its reason and its request id")
    func refusals() async throws {
        let client = try await client()
        let error = await #expect(throws: ClientError.self) {
            _ = try await client.scan(image: Data("no picture".utf8))
        }
        #expect(error?.code == .rejected && error?.problem?.kind == .unsupportedImage)
        #expect(error?.problem?.requestID == error?.requestID && error?.attempts == 1)
        let bundle = await #expect(throws: ClientError.self) {
            let options = ScanOptions(country: "nowhere", appBundle: String(repeating: "a", count: 256))
            _ = try await client.analyze(text: "a", options: options)
        }
        #expect(bundle?.problem?.kind == .invalidField && bundle?.problem?.field == "app_bundle")
    }

    @Test("A scan whose answer was lost is asked for again, and done once")
    func lostAnswer() async throws {
        let proxy = try LossyProxy(to: try await SharedServer.get().port)
        defer { proxy.stop() }
        let client = try ScanClient(
            configuration: ClientConfiguration(server: proxy.url, timeouts: .init(answer: .seconds(120))))
        let answer = try await client.scan(image: Sample.image("scam-parcel-imessage-light.png"))
        #expect(answer.riskLevel == .high)
        let answers = proxy.answered
        #expect(answers.count == 2)
        #expect(answers.allSatisfy { $0.lowercased().contains(answer.scanID.uuidString.lowercased()) })
        #expect(answers.map { $0.lowercased().contains("idempotent-replayed: true") } == [false, true])
    }

    @Test("A session that nothing is kept for is not found")
    func latest() async throws {
        let client = try await client()
        let error = await #expect(throws: ClientError.self) {
            _ = try await client.latestResult(session: UUID())
        }
        #expect(error?.code == .notFound && error?.status == 404)
    }
}
