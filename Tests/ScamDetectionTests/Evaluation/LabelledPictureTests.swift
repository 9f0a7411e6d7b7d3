import ScamDetection
import Foundation
import Testing

@Suite("Labelled picture") struct LabelledPictureTests {
    private static func read(_ files: [String: String]) throws -> (pictures: [LabelledPicture], leftOut: Int)
    {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
        return try LabelledPicture.all(in: folder)
    }

    @Test("Reads a manifest") func readsAManifest() throws {
        let set = try Self.read([
            "manifest.jsonl": """
            {"file": "a.png", "label": "scam", "lang": "en", "category": "bank", "platform": "ios", "message_text": "hi"}
            {"file": "b.png", "label": "unclear"}

            {"file": "c.jpg", "label": "legit", "message_text": null, "width": 3}

            """
        ])
        #expect(set.leftOut == 1)
        #expect(set.pictures.map(\.file.lastPathComponent) == ["a.png", "c.jpg"])
        let first = try #require(set.pictures.first?.message)
        #expect(first.id == "a.png" && first.text == "hi" && first.label == .scam && first.counts)
        #expect(first.language == "en" && first.category == "bank" && first.source == "ios")
        #expect(set.pictures.last?.message.text == "")
    }

    @Test("Reads a truth file for each picture") func readsATruthFileForEachPicture() throws {
        let set = try Self.read([
            "a.json": "{\"file\": \"a.png\", \"label\": \"scam\"}",
            "b.json": "{\"file\": \"b.webp\", \"label\": \"spam\"}",
            "a.png": "",
        ])
        #expect(set.pictures.map(\.message.id) == ["a.png", "b.webp"])
    }

    @Test(
        "Says what makes no sense",
        arguments: [
            ("{\"file\": \"../a.png\", \"label\": \"scam\"}", LabelledMessage.ReadError.malformed(line: 1)),
            ("{\"file\": \"a.png\", \"label\": \"scam\"}\n{\"label\": \"scam\"}", .malformed(line: 2)),
            (
                "{\"file\": \"a.png\", \"label\": \"scam\"}\n{\"file\": \"a.png\", \"label\": \"scam\"}",
                .duplicateID(line: 2)
            ),
            ("{\"file\": \"a.png\", \"label\": \"unclear\"}", .empty), ("", .empty),
        ])
    func saysWhatMakesNoSense(_ manifest: String, _ error: LabelledMessage.ReadError) {
        #expect(throws: error) { try Self.read(["manifest.jsonl": manifest]) }
    }

    @Test("A missing folder is unreadable") func aMissingFolderIsUnreadable() {
        #expect(throws: LabelledMessage.ReadError.unreadable) {
            try LabelledPicture.all(in: URL(fileURLWithPath: "/nowhere/at/all"))
        }
    }
}
