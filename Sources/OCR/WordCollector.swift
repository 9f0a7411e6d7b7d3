import CTesseract
import TextAnalysis

/// Takes what Tesseract has recognised out of it, line by line, in the whole picture's own pixels.
struct WordCollector {
    /// Words below this confidence are taken for noise.
    static let wordFloor = 0.1
    /// Lines whose words reach less than this on average are taken for noise: an engine invents text on patterns,
    /// pictures and text that stands sideways.
    static let lineFloor = 0.4
    /// Lines of so few characters are icons and grain unless the engine is sure.
    private static let scrap = 4
    private static let scrapFloor = 0.65
    /// Lines with a word of so many letters and digits may be less sure.
    private static let longWord = 6
    private static let longWordLineFloor = 0.2

    /// Size of Tesseract's picture over that of the strip it shows.
    let scaleX: Double
    let scaleY: Double
    /// The picture's width and the strip's rows in it.
    let width: Int
    let rows: Range<Int>

    func lines(of handle: OpaquePointer) -> [Transcript.Line] {
        guard let iterator = TessBaseAPIGetIterator(handle) else { return [] }
        defer { TessResultIteratorDelete(iterator) }
        let page = TessResultIteratorGetPageIterator(iterator)
        var lines: [Transcript.Line] = []
        var line = Transcript.Line(words: [], role: .incoming)
        repeat {
            if TessPageIteratorIsAtBeginningOf(page, RIL_TEXTLINE) != 0 {
                if isText(line) { lines.append(line) }
                line.words = []
            }
            if let word = word(iterator, page) { line.words.append(word) }
        } while TessResultIteratorNext(iterator, RIL_WORD) != 0
        if isText(line) { lines.append(line) }
        return lines
    }

    private func isText(_ line: Transcript.Line) -> Bool {
        guard line.words.contains(where: { $0.text.contains { $0.isLetter || $0.isNumber } }) else {
            return false
        }
        // The rest of a link is no word that the engine could be sure of, but noise is hardly ever that long.
        let length = line.words.reduce(0) { $0 + $1.text.count }
        if length <= Self.scrap { return line.confidence >= Self.scrapFloor }
        let hasLongWord = line.words.contains {
            $0.text.utf8.count(where: Self.isAlphanumeric) >= Self.longWord
        }
        return line.confidence >= (hasLongWord ? Self.longWordLineFloor : Self.lineFloor)
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }

    /// A lone capital I is often read as a bar, and no message holds a lone bar.
    private static func repairingBars(_ word: String) -> String {
        guard word.first == "|", word.count == 1 || ["'", "’"].contains(word.dropFirst().first) else {
            return word
        }
        return "I" + word.dropFirst()
    }

    /// nil for what is empty or noise.
    private func word(_ iterator: OpaquePointer, _ page: OpaquePointer?) -> Transcript.Word? {
        let confidence = Double(TessResultIteratorConfidence(iterator, RIL_WORD)) / 100
        guard confidence >= Self.wordFloor, let text = TessResultIteratorGetUTF8Text(iterator, RIL_WORD)
        else {
            return nil
        }
        defer { TessDeleteText(text) }
        let string = Self.repairingBars(String(cString: text))
        guard !string.allSatisfy(\.isWhitespace) else { return nil }
        var (left, top, right, bottom): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        guard TessPageIteratorBoundingBox(page, RIL_WORD, &left, &top, &right, &bottom) != 0 else {
            return nil
        }
        let x = Self.original(left, scaleX, 0..<width)
        let y = Self.original(top, scaleY, 0..<rows.count)
        // Scaled back, a speck may be flatter than a pixel; a box never is.
        let maxX = Self.original(right, scaleX, x + 1..<width + 1)
        let maxY = Self.original(bottom, scaleY, y + 1..<rows.count + 1)
        return Transcript.Word(
            text: string, confidence: min(1, max(0, confidence)),
            box: Box(x: x, y: y + rows.lowerBound, width: maxX - x, height: maxY - y))
    }

    /// - Parameter range: What to keep the place within; not empty.
    private static func original(_ value: Int32, _ scale: Double, _ range: Range<Int>) -> Int {
        min(range.upperBound - 1, max(range.lowerBound, Int((Double(value) / scale).rounded())))
    }
}
