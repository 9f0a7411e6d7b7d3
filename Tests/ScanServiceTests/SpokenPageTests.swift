import BundledResources
import Foundation
import Outbound
import TestSupport
import Testing
import Texts

@testable import ScanService

/// The files of the page that have words.
@Suite("The page in its reader's language")
struct SpokenPageTests {
    private static let pushKey = SigningKey().publicText

    private static func page(_ library: TextLibrary, pushKey: String? = pushKey) -> Page {
        Page(directory: BundledResources.page, answers: AnswerTexts(library), pushKey: pushKey)
    }

    @Test("What one visitor loads weighs at most 60,000 bytes, in each language")
    func weight() throws {
        let library = ShippedTexts.library
        let page = Self.page(library)
        let names = try FileManager.default.contentsOfDirectory(atPath: BundledResources.page.path)
        for texts in library.all {
            let sizes = try (names + ["texts.json"]).map { name in
                try #require(page.spoken.file(name, in: texts) ?? page.file(name)).content.count
            }
            let sum = sizes.reduce(0, +)
            #expect(sum <= 60_000, "\(texts.language): \(sum)")
        }
    }

    @Test("Texts go into markup and JSON as words, and scripts get those that the markup hasn't")
    func filled() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.copyItem(at: BundledResources.texts, to: folder)
        let language = folder.appendingPathComponent("eo")
        try FileManager.default.createDirectory(at: language, withIntermediateDirectories: true)
        try Data("name: <i>Esperanto\ntags: []\none: [1]\n".utf8).write(
            to: language.appendingPathComponent("language.yaml"))
        try Data("question: \"<b>\\\"&\"\nstart-here: <script>\nstop: </script>\n".utf8).write(
            to: language.appendingPathComponent("page.yaml"))
        let library = try TextLibrary(directory: folder)
        let page = Self.page(library)
        let texts = try #require(library.texts(for: "eo"))

        let markup = String(
            decoding: try #require(page.spoken.file("index.html", in: texts)).content, as: UTF8.self)
        #expect(markup.contains("<html lang=eo data-push=\"\(Self.pushKey)\" data-feedback=\"\">"))
        #expect(markup.contains(">&lt;script&gt;</h2>"))
        #expect(markup.contains("<a href=\"?language=eo\" lang=eo aria-current=true>&lt;i&gt;Esperanto</a>"))
        #expect(markup.contains("<a href=\"?language=en\" lang=en>English</a>"))
        #expect(markup.contains("<option value=DE>Germanujo\n") && !markup.contains("{{"))
        let manifest = try #require(page.spoken.file("manifest.webmanifest", in: texts)).content
        let entries = try #require(JSONSerialization.jsonObject(with: Data(manifest)) as? [String: Any])
        #expect(entries["description"] as? String == "<b>\"&")
        let json = try #require(page.spoken.file("texts.json", in: texts)).content
        let words = try JSONDecoder().decode([String: String].self, from: Data(json))
        // Both languages' texts come together: what one lacks is said in English.
        #expect(words["stop"] == "</script>" && words["stopped"]?.isEmpty == false)
        #expect(words["start-here"] == nil && words["country-CN"] == nil)
        let other = try #require(Self.page(library, pushKey: nil).spoken.file("index.html", in: texts))
        #expect(
            String(decoding: other.content, as: UTF8.self)
                .contains("<html lang=eo data-push=\"\" data-feedback=\"\">"))
    }
}
