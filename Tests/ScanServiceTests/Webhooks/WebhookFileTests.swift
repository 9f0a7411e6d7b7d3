import ScamTaxonomy
import Foundation
import Outbound
import Testing
import ScanService

@Suite("The operator's file of receivers")
struct WebhookFileTests {
    private static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    private static let good = "- name: cases\n  url: https://cases.example/\n  secrets: [\(secret)]\n"

    private func read(_ yaml: String) throws -> [ConfiguredWebhook] {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).yaml")
        try Data(yaml.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try WebhookFile.read(file, policy: DestinationPolicy())
    }

    @Test("An entry without a level is told of high risk only")
    func accepts() throws {
        let webhooks = try read(Self.good + Self.good.replacing("cases", with: "2") + "  level: medium\n")
        #expect(webhooks.map(\.name) == ["cases", "2"])
        #expect(webhooks.map(\.level.rawValue) == ["high", "medium"])
    }

    @Test(
        "A refusal names the entry, the key and what is expected",
        arguments: [
            ("", "is no list in YAML"), ("name: cases\n", "is no list in YAML"),
            ("- cases\n", "is no list in YAML"), ("- {", "is no list in YAML"),
            ("- &a {}\n- *a\n", "is no list in YAML"), ("- { a: 1, a: 2 }", "is no list in YAML"),
            (String(repeating: "- {}\n", count: 33), "has more than 32 entries"),
            (
                good + "  secret: x\n",
                "entry 1: `secret` must be left out: only name, url, secrets and level are known"
            ),
            (good + good, "entry 2: `name` must be unlike all others"),
            (
                good.replacing("name: cases", with: "name:"),
                "entry 1: `name` must be 1 to 64 letters, digits, -, _ or ."
            ),
            (
                good.replacing("https", with: "http"),
                "entry 1: `url` must be an https URL that the settings allow"
            ),
            (
                good.replacing(secret, with: "whsec_"),
                "entry 1: `secrets` must be a list of 1 to 4, each whsec_ and the base64 of 24 to 64 bytes"
            ),
            (good + "  level: low\n", "entry 1: `level` must be medium or high"),
            (good + "  level: [high]\n", "entry 1: `level` must be medium or high"),
        ])
    func refuses(_ yaml: String, _ reason: String) throws {
        let error = #expect(throws: WebhookFileError.self) { try read(yaml) }
        #expect(error?.description == reason)
    }
}
