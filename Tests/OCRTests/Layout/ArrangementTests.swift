import Imaging
import OCR
import TestSupport
import TextAnalysis
import Testing

@Suite("Arrangement") struct ArrangementTests {
    @Test("Rows are read from the top and from the left") func rowsAreReadFromTheTopAndFromTheLeft() {
        var canvas = Canvas()
        canvas.write("alpha one", x: 20, y: 104)
        canvas.write("beta two", x: 500, y: 98)
        canvas.write("gamma three", x: 20, y: 300)
        canvas.write("delta four", x: 500, y: 310)
        #expect(
            canvas.arranged().lines.map(\.text) == ["alpha one", "beta two", "gamma three", "delta four"])
    }

    @Test("Columns are read to their end") func columnsAreReadToTheirEnd() {
        var canvas = Canvas(width: 1_600, height: 900)
        for row in 0..<5 {
            canvas.write("left text \(row)", x: 60, y: 100 + row * 36)
            canvas.write("right text \(row)", x: 900, y: 110 + row * 36)
        }
        let texts = canvas.arranged().lines.map(\.text)
        #expect(texts == (0..<5).map { "left text \($0)" } + (0..<5).map { "right text \($0)" })
    }

    @Test("Words that run from the right keep their order") func wordsThatRunFromTheRightKeepTheirOrder() {
        let words = ["אחת", "שתיים", "שלוש"].enumerated().map { index, text in
            Transcript.Word(
                text: text, confidence: 0.9, box: Box(x: 500 - index * 100, y: 200, width: 80, height: 30))
        }
        let line = Transcript.Line(words: words, role: .incoming)
        var transcript = Transcript(lines: [line], width: 700, height: 1_400, languages: ["heb"])
        let pixels = [UInt8](repeating: 255, count: 700 * 1_400)
        ScreenLayout.arrange(
            &transcript, on: Bitmap(width: 700, height: 1_400, pixels: pixels),
            knowing: ScreenWords(ShippedLanguages.all))
        #expect(transcript.lines.map(\.text) == ["אחת שתיים שלוש"])
    }

    @Test("What stands beside a bubble is not in its lines") func whatStandsBesideABubbleIsNotInItsLines() {
        var canvas = Canvas()
        canvas.bubble(["Please read this message", "to the end"], x: 100, y: 300, grey: 233)
        var lines = canvas.lines
        // An avatar that the reader took for the first word of the line beside it.
        canvas.fill(Box(x: 30, y: 315, width: 40, height: 40), 100, radius: 20)
        let avatar = Transcript.Word(
            text: "@", confidence: 0.7, box: Box(x: 30, y: 315, width: 40, height: 40))
        lines[0].words.insert(avatar, at: 0)
        var transcript = Transcript(
            lines: lines, width: canvas.width, height: canvas.height, languages: ["eng"])
        let bitmap = Bitmap(width: canvas.width, height: canvas.height, pixels: canvas.pixels)
        ScreenLayout.arrange(
            &transcript, on: bitmap, knowing: ScreenWords(ShippedLanguages.all))
        #expect(transcript.texts(.incoming) == ["Please read this message", "to the end"])
    }

    @Test("Nothing read is nothing") func nothingReadIsNothing() {
        let transcript = Canvas(width: 20, height: 20).arranged()
        #expect(transcript.lines.isEmpty)
        #expect(transcript.layout == .plain)
    }

    /// Whatever is on the picture and wherever lines lie: no word is lost or doubled.
    @Test("Every word stays", arguments: 0..<60) func everyWordStays(seed: UInt64) {
        var numbers = Numbers(state: seed)
        let (width, height) = (
            Int.random(in: 1...900, using: &numbers), Int.random(in: 1...1_200, using: &numbers)
        )
        let coarse = Int.random(in: 1...64, using: &numbers)
        let greys = (0..<64).map { _ in UInt8.random(in: 0...255, using: &numbers) }
        let pixels = (0..<width * height).map { greys[($0 % width / coarse + $0 / width / coarse * 7) % 64] }
        let texts = [
            "9:41", "Reply", "a", "host.example/x", "to", "me", "5m", "مرحبا", "from:", "now", "Q", "Today",
        ]
        let lines = (0..<Int.random(in: 1...60, using: &numbers)).map { _ in
            let words = (0..<Int.random(in: 1...6, using: &numbers)).map { _ in
                let (x, y) = (
                    Int.random(in: 0..<width, using: &numbers), Int.random(in: 0..<height, using: &numbers)
                )
                let box = Box(
                    x: x, y: y, width: Int.random(in: 1...width - x, using: &numbers),
                    height: Int.random(in: 1...min(80, height - y), using: &numbers))
                return Transcript.Word(
                    text: texts.randomElement(using: &numbers) ?? "", confidence: 0.9, box: box)
            }
            return Transcript.Line(words: words, role: .incoming)
        }
        var transcript = Transcript(lines: lines, width: width, height: height, languages: ["eng"])
        ScreenLayout.arrange(
            &transcript, on: Bitmap(width: width, height: height, pixels: pixels),
            knowing: ScreenWords(ShippedLanguages.all))
        let key = { (word: Transcript.Word) in "\(word.text) \(word.box)" }
        #expect(
            transcript.lines.flatMap(\.words).map(key).sorted() == lines.flatMap(\.words).map(key).sorted())
        #expect(transcript.lines.allSatisfy { !$0.words.isEmpty })
        #expect(transcript.lines.map(\.block) == transcript.lines.map(\.block).sorted())
        #expect(transcript.senderLine.map(transcript.lines.indices.contains) ?? true)
        #expect(transcript.addressLine.map(transcript.lines.indices.contains) ?? true)
    }

    private struct Numbers: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state ^ state >> 29) &* 0x9E37_79B9_7F4A_7C15
        }
    }

    @Test("Prose is judged, even where a keyboard was found above it") func proseIsJudged() {
        var canvas = Canvas(width: 720, height: 900)
        for (row, keys) in ["q w e r t y u i o p", "a s d f g h j k l", "z x c v b n m"].enumerated() {
            canvas.write(keys, x: 40, y: 380 + 90 * row, size: 30)
        }
        let prose = "Your account is locked until you confirm your details"
        canvas.write(prose, x: 40, y: 820, size: 24)
        #expect(canvas.arranged().texts(.incoming).contains(prose))
    }
}
