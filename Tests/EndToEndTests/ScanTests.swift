import Foundation
import Testing
import TypeSafeAPI

@Suite("Scanning the samples")
struct ScanTests {
    @Test("All samples are there")
    func inventory() {
        #expect(Sample.all.count >= 8)
    }

    @Test(
        "Scams are called medium or high, benign messages low, with reasons on the picture",
        arguments: Sample.all)
    func samples(_ sample: Sample) async throws {
        let client = ServiceClient(server: try await SharedServer.get())
        let answer = try await client.scan(form: [
            .image(try Sample.image(sample.file)), .text("session_id", UUID().uuidString),
            .text("user_country", "US"),
        ])
        #expect(answer.status == 200)
        let response = try answer.decoded(ScanResponse.self)
        #expect(response.status == .ok)
        let ocr = try #require(response.ocr)
        let words = Set(ocr.text.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber }))
        let expected = sample.message.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber })
        let found = expected.filter { words.contains($0) }
        #expect(Double(found.count) >= 0.85 * Double(expected.count))
        switch sample.kind {
        case .scam:
            #expect(response.riskLevel == .medium || response.riskLevel == .high)
            #expect(response.findings.contains { $0.weight > 0 && !$0.boxes.isEmpty && $0.quote != nil })
            #expect(!response.advice.now.isEmpty && !response.advice.ifYouAlready.isEmpty)
            #expect(!response.advice.report.isEmpty)
        case .benign:
            #expect(response.riskLevel == .low)
        }
        let all = response.findings.flatMap(\.boxes) + ocr.lines.map(\.box)
        #expect(
            all.allSatisfy {
                $0.x >= 0 && $0.y >= 0 && $0.x + $0.width <= ocr.width && $0.y + $0.height <= ocr.height
            })
    }

    @Test("A raw body is judged like a form")
    func rawBody() async throws {
        let client = ServiceClient(server: try await SharedServer.get())
        let image = try Sample.image("scam-parcel-imessage-light.png")
        let raw = try await client.scan(image: image, query: "?user_country=US&lang=eng").decoded(
            ScanResponse.self)
        let form = try await client.scan(form: [.image(image), .text("user_country", "US")]).decoded(
            ScanResponse.self)
        #expect(raw.findings == form.findings)
        #expect(raw.riskLevel == form.riskLevel)
        #expect(raw.advice == form.advice)
    }

    @Test("Many scans at once are all answered")
    func concurrency() async throws {
        let client = ServiceClient(server: try await SharedServer.get())
        let image = try Sample.image("benign-code-android-light.png")
        let levels = try await withThrowingTaskGroup(of: RiskLevel.self) { group in
            for _ in 0..<16 {
                group.addTask { try await client.scan(image: image).decoded(ScanResponse.self).riskLevel }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(levels == Array(repeating: .low, count: 16))
    }
}
