import Imaging
import OCR
import TestSupport
import TextAnalysis

/// A screen drawn for a test: surfaces in greys, and text as rows of strokes with the lines a reader would report.
struct Canvas {
    let width: Int
    let height: Int
    private(set) var pixels: [UInt8]
    private(set) var lines: [Transcript.Line] = []

    init(width: Int = 720, height: Int = 1_560, page: UInt8 = 255) {
        self.width = width
        self.height = height
        pixels = Array(repeating: page, count: width * height)
    }

    /// - Parameter radius: of its corners.
    mutating func fill(_ box: Box, _ grey: UInt8, radius: Int = 0) {
        for y in max(0, box.y)..<min(height, box.y + box.height) {
            for x in max(0, box.x)..<min(width, box.x + box.width) {
                let dx = max(box.x + radius - x, x - (box.x + box.width - 1 - radius), 0)
                let dy = max(box.y + radius - y, y - (box.y + box.height - 1 - radius), 0)
                if dx * dx + dy * dy <= radius * radius { pixels[y * width + x] = grey }
            }
        }
    }

    /// Strokes as high as `size`, a word for each word.
    @discardableResult
    mutating func write(_ text: String, x: Int, y: Int, size: Int = 24, ink: UInt8 = 20) -> Box {
        var words: [Transcript.Word] = []
        var left = x
        for word in text.split(separator: " ") {
            let box = Box(x: left, y: y, width: max(2, word.count * size / 2), height: size)
            for stroke in stride(from: box.x, to: box.x + box.width - 1, by: max(4, size / 4)) {
                fill(Box(x: stroke, y: y, width: max(1, size / 12), height: size), ink)
            }
            words.append(Transcript.Word(text: String(word), confidence: 0.95, box: box))
            left = box.x + box.width + size / 3
        }
        let line = Transcript.Line(words: words, role: .incoming)
        lines.append(line)
        return line.box
    }

    private static func width(of text: String, size: Int) -> Int {
        let words = text.split(separator: " ")
        let letters: Int = words.reduce(0) { $0 + $1.count }
        return letters * size / 2 + (words.count - 1) * (size / 3)
    }

    /// A bubble around lines of text, as wide as the longest.
    @discardableResult
    mutating func bubble(
        _ texts: [String], x: Int, y: Int, grey: UInt8, size: Int = 24, ink: UInt8 = 20
    ) -> Box {
        let longest = texts.map { Self.width(of: $0, size: size) }.max() ?? 0
        let box = Box(x: x, y: y, width: longest + 48, height: texts.count * size * 3 / 2 + 28)
        fill(box, grey, radius: 20)
        for (index, text) in texts.enumerated() {
            write(text, x: x + 24, y: y + 20 + index * size * 3 / 2, size: size, ink: ink)
        }
        return box
    }

    /// The same with its right side at `end`.
    @discardableResult
    mutating func bubble(
        _ texts: [String], end: Int, y: Int, grey: UInt8, size: Int = 24, ink: UInt8 = 20
    ) -> Box {
        let longest = texts.map { Self.width(of: $0, size: size) }.max() ?? 0
        return bubble(texts, x: end - longest - 48, y: y, grey: grey, size: size, ink: ink)
    }

    /// The lines as they were reported, from last to first, then arranged.
    func arranged() -> Transcript {
        var transcript = Transcript(lines: lines.reversed(), width: width, height: height, languages: ["eng"])
        ScreenLayout.arrange(
            &transcript, on: Bitmap(width: width, height: height, pixels: pixels),
            knowing: ScreenWords(ShippedLanguages.all))
        return transcript
    }
}

extension Transcript {
    /// The texts of the lines with a role, in order.
    func texts(_ role: LineRole) -> [String] { lines.filter { $0.role == role }.map(\.text) }
    /// The number of the block that holds a line.
    func block(_ text: String) -> Int? { lines.first { $0.text == text }?.block }
}
