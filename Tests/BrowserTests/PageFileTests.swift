import Foundation
import Testing

/// What must hold of the page's files wherever the tests run, also without a browser.
@Suite("Files of the page")
struct PageFileTests {
    private static let resources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Resources")
    private static let folder = resources.appendingPathComponent("page")

    private static func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }

    private static var names: Set<String> {
        get throws { try Set(FileManager.default.contentsOfDirectory(atPath: folder.path)) }
    }

    @Test("No script makes markup or code out of a text")
    func textOnly() throws {
        let ways = [
            "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "createContextualFragment",
            "DOMParser",
            "setHTML", "srcdoc", "eval(", "new Function", "javascript:", "import(",
        ]
        for name in try Self.names where name.hasSuffix(".js") {
            let script = try Self.text(name)
            for way in ways { #expect(!script.contains(way), "\(name) has \(way)") }
        }
    }

    @Test("The page holds no script or style of its own, which its policy would refuse")
    func nothingInline() throws {
        let page = try Self.text("index.html")
        #expect(!page.contains("<style") && !page.contains("style="))
        #expect(page.matches(of: /<script/).count == page.matches(of: /<script [^>]*src=/).count)
        #expect(page.firstMatch(of: /<[^>]* on[a-z]+=/) == nil)
        // A key may stand in the path, which addresses from the root would lose.
        #expect(page.firstMatch(of: /(src|href|action)="?\//) == nil)
    }

    @Test("The service worker keeps the page's files, all of them, and nothing else")
    func shellOnly() throws {
        let worker = try Self.text("sw.js")
        let list = try #require(worker.firstMatch(of: /const files = \[(.*?)\.map/.dotMatchesNewlines())).1
        let kept = Set(list.matches(of: /'([^']+\.[a-z0-9]+)'/).map { String($0.1) })
        // The document itself is kept by its own address, and a phone asks for the large icon once.
        #expect(kept == (try Self.names).subtracting(["index.html", "sw.js", "icon-512.png"]))
        #expect(worker.matches(of: /\.put\(/).count == 1 && worker.matches(of: /addAll\(/).count == 1)
        #expect(worker.contains("request.method === 'GET' && files.includes("))
    }

    @Test("All files together weigh at most 60,000 bytes")
    func weight() throws {
        let sizes = try Self.names.map { try Data(contentsOf: Self.folder.appendingPathComponent($0)).count }
        #expect(sizes.reduce(0, +) <= 60_000)
    }

    @Test("The countries to choose from are those with reporting places")
    func countries() throws {
        let places = try String(
            contentsOf: Self.resources.appendingPathComponent("lexicon/reporting.yaml"), encoding: .utf8)
        let known = Set(places.matches(of: /(?m)^([A-Z]{2}):/).map { String($0.1) })
        let options = try Self.text("index.html").matches(of: /<option value=([A-Z]{2})>/).map {
            String($0.1)
        }
        #expect(Set(options) == known && options.count == known.count)
    }
}
