import Scanning
import Foundation
import TestSupport
import TextAnalysis

/// A chat on a phone, of which pictures are taken: `<` begins the other party's messages, `>` the owner's, `-` a time or a date. A message
/// breaks into lines of a few words.
struct Phone {
    private static let wordsOfLine = 5
    private static let lineHeight = 50
    private static let top = 300

    var sender: String? = "Vivian"
    var clock = "9:41"
    private var rows: [(text: String, role: LineRole, block: Int)] = []

    static let joiner = Result {
        try ConversationJoiner(
            Languages(
                directory: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                    .deletingLastPathComponent()
                    .deletingLastPathComponent()
                    .deletingLastPathComponent().appendingPathComponent("Resources/languages")))
    }

    init(_ script: String) {
        for (block, line) in script.split(separator: "\n").enumerated() {
            let words = line.split(separator: " ")
            let role: LineRole = words[0] == "<" ? .incoming : words[0] == ">" ? .outgoing : .chrome
            let rest = words.dropFirst()
            for start in stride(from: rest.startIndex, to: rest.endIndex, by: Self.wordsOfLine) {
                let end = min(start + Self.wordsOfLine, rest.endIndex)
                rows.append((rest[start..<end].joined(separator: " "), role, block))
            }
        }
    }

    var count: Int { rows.count }

    /// The texts of the messages' lines.
    var messages: [String] { rows.filter(\.role.isMessage).map(\.text) }

    /// The picture that shows some of the chat's lines.
    /// - Parameter misread: changes each line as a reader may.
    func picture(_ shown: Range<Int>, misread: (String) -> String = { $0 }) -> Transcript {
        var transcript = Transcript(lines: [], width: 1_080, height: 2_400, languages: ["eng"], layout: .chat)
        func add(_ text: String, _ role: LineRole, block: Int, y: Int) {
            let words = text.split(separator: " ").enumerated().map { number, word in
                Transcript.Word(
                    text: String(word), confidence: 0.9,
                    box: Box(x: 60 + number * 150, y: y, width: 140, height: 40))
            }
            transcript.lines.append(Transcript.Line(words: words, role: role, block: block))
        }
        add(clock, .chrome, block: 0, y: 20)
        if let sender {
            transcript.senderLine = 1
            add(sender, .chrome, block: 1, y: 120)
        }
        for (place, index) in shown.enumerated() {
            let row = rows[index]
            add(
                row.role.isMessage ? misread(row.text) : row.text, row.role, block: 2 + row.block,
                y: Self.top + place * Self.lineHeight)
        }
        return transcript
    }
}

extension Transcript {
    /// The texts of the messages' lines.
    var messages: [String] { lines.filter(\.role.isMessage).map(\.text) }
}
