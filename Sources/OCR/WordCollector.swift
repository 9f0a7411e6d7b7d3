import CTesseract
import TextAnalysis

/// Takes what Tesseract has recognised out of it, line by line, in the whole picture's own pixels.
struct WordCollector {
    /// Words below this confidence are taken for noise.
    static let wordFloor = 0.2
    /// Lines whose words reach less than this on average are taken for noise: an engine invents text on patterns,
    /// pictures and text that stands sideways.
    static let lineFloor = 0.4

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
        !line.words.isEmpty && line.confidence >= Self.lineFloor
    }

    /// nil for what is empty or noise.
    private func word(_ iterator: OpaquePointer, _ page: OpaquePointer?) -> Transcript.Word? {
        let confidence = Double(TessResultIteratorConfidence(iterator, RIL_WORD)) / 100
        guard confidence >= Self.wordFloor, let text = TessResultIteratorGetUTF8Text(iterator, RIL_WORD)
        else {
            return nil
        }
        defer { TessDeleteText(text) }
        let string = String(cString: text)
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
