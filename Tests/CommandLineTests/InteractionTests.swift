import Foundation
import ScreenshotDetection
import TestSupport
import Testing

@testable import typesafe

@Suite("Links, keys and choosing")
struct InteractionTests {
    @Test(
        "Only this link opens, and only auto=true is automatic",
        arguments: [
            ("typesafe://scan?auto=true", true), ("TYPESAFE://SCAN?auto=true", true),
            ("typesafe://scan/?auto=true", true),
            ("typesafe://scan", false), ("typesafe://scan/", false), ("typesafe://scan?auto=false", false),
            ("typesafe://scan?auto=TRUE", false), ("typesafe://scan?auto=1", false),
            ("typesafe://scan?auto", false),
            ("typesafe://scan?auto=false&auto=true", false), ("typesafe://scan#?auto=true", false),
            ("typesafe://scan?auto=true&path=/etc/passwd&server=http://evil", true),
            ("typesafe://scan?xauto=true", false),
            ("typesafe://scanner?auto=true", nil), ("typesafe://scan/etc/passwd?auto=true", nil),
            ("typesafe://host/scan?auto=true", nil), ("typesafe:scan?auto=true", nil),
            ("https://scan?auto=true", nil),
            ("typesafe://scan@evil", nil), ("", nil), ("--help", nil),
            ("typesafe://scan?" + String(repeating: "a", count: 3_000), nil),
        ] as [(String, Bool?)])
    func deepLink(_ text: String, _ isAutomatic: Bool?) {
        #expect(DeepLink(text)?.isAutomatic == isAutomatic)
    }

    @Test("Keys are read from what a terminal sends")
    func keys() {
        #expect(Keyboard.parse(Array("s\u{1B}[A\u{1B}OB\r".utf8)) == [.character("s"), .up, .down, .enter])
        #expect(Keyboard.parse([0x1B]) == [.escape])
        #expect(Keyboard.parse(Array("\u{1B}[1;5A\u{1B}[Z9".utf8)) == [.up, .character("9")])
        #expect(Keyboard.parse([0x00, 0xC3, 0xA4, 0x7F]) == [])
        #expect(Keyboard.parse(Array("\u{1B}[".utf8)) == [])
    }

    @Test("Any bytes are keys or nothing")
    func anyBytes() {
        var generator = SeededGenerator(state: 3)
        for _ in 0..<2_000 {
            let bytes = (0..<Int.random(in: 0..<40, using: &generator)).map { _ in
                [0x1B, 0x5B, UInt8.random(in: 0...255, using: &generator)].randomElement(using: &generator)
                    ?? 0
            }
            #expect(Keyboard.parse(bytes).count <= bytes.count)
        }
    }

    private func candidates(_ count: Int) throws -> [Candidate] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("picker-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for number in 0..<count { try Data([1]).write(to: folder.appendingPathComponent("\(number).png")) }
        return DirectoryListing.newest(in: [folder.path], limit: 100)
    }

    @Test("One is picked by number or by arrows")
    func picker() throws {
        let candidates = try candidates(12)
        var picker = try #require(ScreenshotPicker(candidates))
        #expect(picker.list(now: Date()).count == 9)
        #expect(picker.press(.character("3")) == .picked(candidates[2]))
        for key: Keyboard.Key in [.up, .down, .down, .character("x"), .character("0"), .up] {
            #expect(picker.press(key) == nil)
        }
        #expect(picker.press(.enter) == .picked(candidates[1]))
        for _ in 0..<20 { #expect(picker.press(.down) == nil) }
        #expect(picker.press(.enter) == .picked(candidates[8]))
        #expect(picker.press(.escape) == .cancelled && picker.press(.character("q")) == .cancelled)
        #expect(ScreenshotPicker([]) == nil)
    }

    @Test("Every fallback says what happened")
    func fallbackMessages() {
        func message(_ failure: CommandFailure) -> String { failure.fallbackMessage }
        #expect(message(.screenshot(.notFound)) == "Screenshot not found. Opening manual picker...")
        #expect(message(.timedOut) == "Couldn't load screenshot automatically. Select manually.")
        #expect(message(.screenshot(.denied(folders: ["/shots"]))).contains("/shots"))
        let messages = [PictureFileError.missing, .incomplete, .changing, .notImage].map {
            message(.screenshot(.file(path: "/shots/secret.png", $0)))
        }
        #expect(
            Set(messages).count == 4
                && messages.allSatisfy { $0.hasSuffix("Select manually.") && !$0.contains("secret") })
    }

    @Test("The manual page is made of the program's own description")
    func manual() throws {
        let help = #"""
            {"serializationVersion":0,"command":{"commandName":"typesafe","abstract":"Scams.","subcommands":[
            {"commandName":"scan","abstract":".Scan -r","discussion":"One\n'two","arguments":[
            {"kind":"flag","shouldDisplay":true,"names":[{"kind":"long","name":"json"}],"valueName":"json","abstract":"Print."},
            {"kind":"option","shouldDisplay":true,"names":[{"kind":"short","name":"j"},{"kind":"long","name":"jobs"}],"valueName":"n"},
            {"kind":"positional","shouldDisplay":true,"valueName":"file"},{"kind":"flag","shouldDisplay":false}]}]}}
            """#
        let page = try #require(ManualPage(help: Data(help.utf8))).text
        for part in [
            ".TH TYPESAFE 1\n", ".SS typesafe scan\n\\&.Scan \\-r\n", "\n\\&'two\n", ".B \\-\\-json\nPrint.",
            ".B \\-j, \\-\\-jobs n\n", ".B file\n",
        ] {
            #expect(page.contains(part), "\(part)")
        }
        #expect(ManualPage(help: Data("{}".utf8)) == nil)
    }
}
