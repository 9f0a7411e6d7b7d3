import Foundation
import Testing
import TypeSafeAPI
import TypeSafeClient

/// The client library against the real server.
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
        let country = await #expect(throws: ClientError.self) {
            _ = try await client.analyze(text: "a", options: ScanOptions(country: "nowhere"))
        }
        #expect(country?.problem?.kind == .invalidField && country?.problem?.field == "user_country")
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
        #expect(answers.allSatisfy { $0.contains(answer.scanID.uuidString.lowercased()) })
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
