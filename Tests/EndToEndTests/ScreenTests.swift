import Foundation
import Testing
import TypeSafeAPI

/// Scans of whole screens. The place of a text on the screen decides whether it counts as evidence.
@Suite("Scanning whole screens")
struct ScreenTests {
    private func scan(_ name: String) async throws -> ScanResponse {
        let file = Sample.root.appendingPathComponent("Tests/OCRTests/Fixtures/\(name)")
        let client = ServiceClient(server: try await SharedServer.get())
        let answer = try await client.scan(image: try Data(contentsOf: file))
        #expect(answer.status == 200)
        return try answer.decoded(ScanResponse.self)
    }

    @Test("The host in a browser's address bar is judged like any other link")
    func browser() async throws {
        let response = try await scan("browser.png")
        let ocr = try #require(response.ocr)
        #expect(ocr.layout == .webPage)
        #expect(ocr.address == "paypal-account-check.top/id")
        let link = try #require(response.entities.first { $0.kind == .url })
        #expect(link.registrableDomain == "paypal-account-check.top")
        let bar = try #require(ocr.lines.first { $0.text == ocr.address }).box
        #expect(bar.y < 140)
        let finding = try #require(response.findings.first { $0.rule == "link.lookalike" })
        #expect(finding.boxes == [bar])
        #expect(response.riskLevel == .medium || response.riskLevel == .high)
    }

    /// The other party writes nothing bad here. A scam in the owner's bubble was passed on.
    @Test("What the owner wrote is judged too")
    func owner() async throws {
        let response = try await scan("owner.png")
        let ocr = try #require(response.ocr)
        #expect(ocr.layout == .chat)
        #expect(ocr.sender == "Anna Weber")
        let owners = ocr.lines.filter { $0.role == .outgoing }
        #expect(owners.map(\.text).joined(separator: " ").contains("paypal-check.top"))
        #expect(Set(owners.map(\.block)).count == 1)
        #expect(response.entities.contains { $0.registrableDomain == "paypal-check.top" })
        #expect(response.riskLevel == .high)
        let lines = owners.map(\.box)
        let boxes = try #require(response.findings.first).boxes
        #expect(boxes.allSatisfy { box in lines.contains { $0.y <= box.y && box.y < $0.y + $0.height } })
    }
}
