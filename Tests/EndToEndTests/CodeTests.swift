import Foundation
import Testing
import TypeSafeAPI

@Suite("Scanning pictures with codes")
struct CodeTests {
    private func scan(_ name: String) async throws -> ScanResponse {
        let file = Sample.root.appendingPathComponent("Tests/OCRTests/Fixtures/barcodes/\(name).png")
        let client = ServiceClient(server: try await SharedServer.get())
        let answer = try await client.scan(image: try Data(contentsOf: file))
        #expect(answer.status == 200)
        return try answer.decoded(ScanResponse.self)
    }

    @Test(
        "A code that leads to a scam is called one, and the code is shown, dark on light or light on dark",
        arguments: [
            ("mailbox", "mail-renew-desk.top"), ("toll-dark", "road-toll-desk.top"), ("lone", nil),
        ] as [(String, String?)])
    func scams(_ name: String, _ domain: String?) async throws {
        let response = try await scan(name)
        #expect(response.status == .ok)
        #expect(response.riskLevel == .medium || response.riskLevel == .high)
        let link = try #require(response.entities.first { $0.kind == .url && $0.source == .code })
        #expect(link.registrableDomain == domain)
        let box = try #require(link.box)
        #expect(box.width > 100 && abs(box.width - box.height) < 8)
        #expect(response.findings.contains { $0.weight > 0 && $0.boxes.contains(box) })
    }

    @Test("A known sender's code on its own site is low")
    func benign() async throws {
        let response = try await scan("brand")
        #expect(response.riskLevel == .low)
        #expect(response.entities.first { $0.source == .code }?.registrableDomain == "ups.com")
    }

    @Test("A picture whose codes lead nowhere, or can't be read, is unknown, never low")
    func unknown() async throws {
        let broken = try await scan("broken")
        #expect(broken.status == .noText && broken.riskLevel == .unknown)
        let bars = try await scan("bars")
        #expect(bars.entities.map(\.kind).filter { $0 == .barcode }.count == 2)
        #expect(bars.riskLevel == .unknown && bars.confidence == 0)
    }

    @Test("Of many codes a bounded number is looked at; what isn't a link keeps what it is for")
    func many() async throws {
        let forty = try await scan("forty")
        #expect(forty.entities.filter { $0.source == .code }.count == 16)
        let turned = try await scan("turned")
        #expect(Set(turned.entities.compactMap(\.scheme)) == ["bitcoin", "wifi"])
        #expect(turned.findings.contains { $0.rule == "ask.pay-by-crypto-code" })
        #expect(turned.riskLevel != .low || turned.confidence <= 0.6)
    }
}
