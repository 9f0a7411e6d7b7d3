import Imaging
import OCR
import TestSupport
import TextAnalysis

/// Checks that lines are put into reading order and get roles soundly.
enum LayoutProperties {
    private static let words = ScreenWords(ShippedLanguages.all)
    private static let maxLines = 60

    static func checkArrangement(_ choices: inout Choices, _ samples: [Sample]) {
        let lineCount = choices.number(0..<maxLines)
        // The lines are chosen first, because the collage uses all bytes that are left.
        var lines: [(x: Int, y: Int, words: [Transcript.Word])] = []
        for _ in 0..<lineCount where choices.areLeft {
            let (x, y, height) = (choices.byte(), choices.byte(), choices.number(1..<40))
            var left = 0
            let words = (0...choices.number(0..<6)).map { _ in
                left += choices.number(0..<40)
                let word = choices.word(x: left, width: choices.number(1..<80), height: height)
                left += word.box.width
                return word
            }
            lines.append((x, y, words))
        }
        let collage = Collage(by: &choices, of: samples)
        let (width, height) = (collage.width, collage.height)
        let placed = lines.map { line in
            let words = line.words.map { word in
                var word = word
                word.box.x = min(width - 1, line.x * width / 256 + word.box.x)
                word.box.y = min(height - 1, line.y * height / 256)
                word.box.width = min(word.box.width, width - word.box.x)
                word.box.height = min(word.box.height, height - word.box.y)
                return word
            }
            return Transcript.Line(words: words, role: .incoming)
        }
        var transcript = Transcript(lines: placed, width: width, height: height, languages: ["eng"])
        ScreenLayout.arrange(&transcript, on: collage.bitmap, knowing: words)
        transcript.checkSoundness()
        precondition(sorted(placed) == sorted(transcript.lines), "words come and go")
        let blocks = transcript.lines.map(\.block)
        precondition(zip(blocks, blocks.dropFirst()).allSatisfy { $0 <= $1 && $1 - $0 <= 1 })
        let (wider, higher) = (width * 7 / 3, height * 7 / 3)
        transcript.scaled(toWidth: wider, height: higher).checkSoundness()
        for line in [transcript.sender, transcript.address] { precondition(line?.isEmpty != true) }
    }

    private static func sorted(_ lines: [Transcript.Line]) -> [String] {
        lines.flatMap(\.words).map { word in
            let box = word.box
            return "\(word.text) \(word.confidence) \(box.x) \(box.y) \(box.width) \(box.height)"
        }.sorted()
    }
}

extension Choices {
    /// Words that the layout looks for, and some others.
    private static let texts = [
        "9:41", "09.41", "84%", "now", "5m", "ago", "Today", "yesterday", "Read", "AM", "✓✓", "•", "<", "@",
        "Q",
        "From:", "To:", "Subject:", "Re:", "Inbox", "Reply", "me", "https://pay.example/x", "bank.example",
        "Message", "iMessage", "space", "return", "123", "q", "w", "e", "OK", "Cancel", "Delivered", "online",
        "Anna", "+1", "555", "please", "pay", "your", "bill", "אחת", "שתיים", "请点击", "👍🏽", "12", "March",
        "2025",
        "typing", "Chat", "Search", "LTE", "5G", "no", "k", "|", "'", "ß", "e\u{301}", "\u{200F}", "Yes",
        "Settings",
    ]

    mutating func text() -> String { Self.texts[number(0..<Self.texts.count)] }

    mutating func word(x: Int, width: Int, height: Int) -> Transcript.Word {
        Transcript.Word(
            text: text(), confidence: Double(byte()) / 255, box: Box(x: x, y: 0, width: width, height: height)
        )
    }

    mutating func word(width: Int, height: Int) -> Transcript.Word {
        let place = box(width: width, height: height)
        let word = Transcript.Word(
            text: text(), confidence: Double(byte()) / 255,
            box: Box(x: place.x, y: place.y, width: place.width, height: place.height))
        switch byte() % 8 {
        case 3: return word.corrected(to: text())
        case 4:
            let other = text()
            let readings =
                other == word.text ? [] : [Transcript.Reading(text: other, odds: Double(byte()) / 256)]
            return Transcript.Word(
                text: word.text, confidence: word.confidence, box: word.box, otherReadings: readings)
        default: return word
        }
    }
}
