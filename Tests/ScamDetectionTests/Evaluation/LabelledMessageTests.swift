import ScamDetection
import Foundation
import Testing

@Suite("Labelled message") struct LabelledMessageTests {
    private static func read(_ text: String) throws -> [LabelledMessage] {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try LabelledMessage.all(in: file)
    }

    @Test("Text and label are enough") func textAndLabelAreEnough() throws {
        let messages = try Self.read(
            "{\"text\": \"a\", \"label\": \"scam\"}\n\n{\"text\":\"b\",\"label\":\"legit\"}\n")
        #expect(messages.map(\.id) == ["line-1", "line-3"])
        #expect(messages.map(\.cluster) == ["line-1", "line-3"])
        #expect(messages.map(\.text) == ["a", "b"])
        #expect(messages.allSatisfy { $0.counts && $0.language == nil && !$0.isHard })
    }

    @Test("Reads what else is known") func readsWhatElseIsKnown() throws {
        let line = """
            {"id": "x", "text": "a", "label": "spam", "lang": "de", "source": "s", "category": "c", "synthetic": true, \
            "hard": true, "cluster": "k", "licence": "MIT"}
            """
        let message = try #require(try Self.read(line).first)
        #expect(message.id == "x" && message.language == "de" && message.source == "s")
        #expect(message.category == "c" && message.cluster == "k")
        #expect(message.isSynthetic && message.isHard && !message.counts)
    }

    @Test(
        "Says where a line makes no sense",
        arguments: [
            ("{\"text\": \"a\"}", LabelledMessage.ReadError.malformed(line: 1)),
            (
                "{\"text\": \"a\", \"label\": \"scam\"}\n{\"text\": \"a\", \"label\": \"ham\"}",
                .malformed(line: 2)
            ),
            ("{\"text\": 7, \"label\": \"scam\"}", .malformed(line: 1)), ("[]", .malformed(line: 1)),
            ("\u{FEFF}{", .malformed(line: 1)),
            ("", .empty), (" \n\n", .empty),
        ])
    func saysWhereALineMakesNoSense(_ text: String, _ error: LabelledMessage.ReadError) {
        #expect(throws: error) { try Self.read(text) }
    }

    @Test("A missing file is unreadable") func aMissingFileIsUnreadable() {
        #expect(throws: LabelledMessage.ReadError.unreadable) {
            try LabelledMessage.all(in: URL(fileURLWithPath: "/nowhere/at/all"))
        }
    }
}
