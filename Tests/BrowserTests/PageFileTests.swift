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
        let list = try #require(worker.firstMatch(of: /const files = \[(.*?)\]/.dotMatchesNewlines())).1
        let spoken = try #require(worker.firstMatch(of: /const spoken = \[(.*?)\]/)).1
        let kept = Set((list + spoken).matches(of: /'(?:page\/)?([^']+\.[a-z0-9]+)'/).map { String($0.1) })
        // The document itself is kept by its own address, and a phone asks for the large icon once.
        let files = try Self.names.subtracting(["index.html", "sw.js", "icon-512.png"])
        #expect(kept == files.union(["texts.json"]))
        #expect(worker.matches(of: /\.put\(/).count == 2 && worker.matches(of: /addAll\(/).count == 2)
        #expect(worker.contains("request.method === 'GET' && [...files, ...spoken].includes("))
    }

    @Test(
        "One place asks for permission to notify, one shows notifications, and they lead to the page itself only"
    )
    func notifications() throws {
        let scripts = try Self.names.filter { $0.hasSuffix(".js") }.sorted().map {
            (name: $0, text: try Self.text($0))
        }
        func places(_ call: String) -> [String] {
            scripts.flatMap { script in script.text.ranges(of: call).map { _ in script.name } }
        }
        #expect(places("requestPermission(") == ["notify.js"] && places(".showNotification(") == ["sw.js"])
        #expect(places("openWindow(") == ["sw.js"] && places("openWindow(`./") == ["sw.js"])
    }

    @Test("The page and its scripts have words from the texts only, and all of those")
    func words() throws {
        let texts = try String(
            contentsOf: Self.resources.appendingPathComponent("texts/en/page.yaml"), encoding: .utf8)
        let keys = Set(texts.matches(of: /(?m)^([^\s#:]+):\s/).map { String($0.1) })
        // The server gives scripts the words that no markup has.
        var written: Set<String> = []
        var named: Set<String> = []
        var prefixes: Set<String> = ["country-"]
        for name in try Self.names where !name.hasSuffix(".png") {
            let file = try Self.text(name)
            written.formUnion(file.matches(of: /\{\{([^}A-Z]+)\}\}/).map { String($0.1) })
            named.formUnion(file.matches(of: /(?:say|parts)\('([^']+)'/).map { String($0.1) })
            named.formUnion(
                file.matches(of: /'([a-z-]+)'/).map { String($0.1) }.filter { keys.contains($0) })
            prefixes.formUnion(file.matches(of: /say\(`([a-z]+-)\$/).map { String($0.1) })
        }
        #expect(named.union(written).subtracting(keys) == [] && named.intersection(written) == [])
        #expect(
            keys.subtracting(named).subtracting(written).filter { key in
                !prefixes.contains { key.hasPrefix($0) }
            } == [])
    }

    @Test("Comments stand on lines of their own, which the server leaves out")
    func comments() throws {
        for name in try Self.names where name.hasSuffix(".js") || name.hasSuffix(".css") {
            for line in try Self.text(name).split(separator: "\n").map({ $0.drop { $0 == " " } }) {
                #expect(line.hasPrefix("/*") == line.hasSuffix("*/"), "\(name): \(line)")
                // A text over several lines would lose its indentation.
                #expect(
                    line.count { $0 == "`" }.isMultiple(of: 2) || line.hasPrefix("//"), "\(name): \(line)")
            }
        }
    }

    @Test("The countries to choose from are those with reporting places")
    func countries() throws {
        let places = try String(
            contentsOf: Self.resources.appendingPathComponent("lexicon/reporting.yaml"), encoding: .utf8)
        let known = Set(places.matches(of: /(?m)^([A-Z]{2}):/).map { String($0.1) })
        let list = try #require(Self.text("index.html").firstMatch(of: /\{\{COUNTRIES ([A-Z ]+)\}\}/)).1
        let options = list.split(separator: " ").map(String.init)
        #expect(Set(options) == known && options.count == known.count)
    }
}
