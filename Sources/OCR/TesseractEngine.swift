import CTesseract
import FoundationEssentials
import Imaging
import TextAnalysis

/// One warm Tesseract engine. Used by one thread at a time; `OMP_THREAD_LIMIT=1` should stand in the environment
/// before the process starts, as it does for reader processes, or its threads slow each other down several times over.
package final class TesseractEngine {
    /// What the strips are said to be; keeps Tesseract from guessing.
    private static let dotsPerInch: Int32 = 200

    package let languages: [String]
    private let handle: OpaquePointer

    /// - Parameter languages: Tesseract names, most important first; each must be installed in `tessdata`.
    package init(tessdata: Tessdata, languages: [String]) throws(OCRError) {
        for language in languages where !tessdata.languages.contains(language) {
            throw .missingLanguage(language)
        }
        guard !languages.isEmpty, let handle = TessBaseAPICreate() else {
            throw .initialisationFailed(languages: languages)
        }
        _ = LeptonicaImage.silenced
        guard TessBaseAPIInit3(handle, tessdata.directory.path, languages.joined(separator: "+")) == 0 else {
            TessBaseAPIDelete(handle)
            throw .initialisationFailed(languages: languages)
        }
        // Tesseract writes its remarks to the standard error stream.
        TessBaseAPISetVariable(handle, "debug_file", "/dev/null")
        // Strips are dark on light; it would read each weak one twice.
        TessBaseAPISetVariable(handle, "invert_threshold", "0")
        // Over the development pictures this read 2 % more words than taking the whole strip for the line.
        TessBaseAPISetPageSegMode(handle, PSM_SINGLE_LINE)
        self.handle = handle
        self.languages = languages
    }

    deinit {
        TessBaseAPIEnd(handle)
        TessBaseAPIDelete(handle)
    }

    /// The words of one line, with their places on the picture.
    func read(
        _ strip: borrowing LineStrip, by deadline: ContinuousClock.Instant
    ) throws(OCRError) -> [Transcript.Word] {
        let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
        guard left >= 1, let monitor = TessMonitorCreate() else { throw .deadlineExceeded }
        defer { TessMonitorDelete(monitor) }
        TessMonitorSetDeadlineMSecs(monitor, Int32(min(left, 3_600_000)))
        TessBaseAPISetImage2(handle, strip.image.pix)
        TessBaseAPISetSourceResolution(handle, Self.dotsPerInch)
        defer { TessBaseAPIClear(handle) }
        guard TessBaseAPIRecognize(handle, monitor) == 0 else {
            throw ContinuousClock.now >= deadline ? .deadlineExceeded : .recognitionFailed
        }
        guard let iterator = TessBaseAPIGetIterator(handle) else { return [] }
        defer { TessResultIteratorDelete(iterator) }
        var read: [ReadWord] = []
        repeat {
            if let word = word(iterator, on: strip) { read.append(word) }
        } while TessResultIteratorNext(iterator, RIL_WORD) != 0
        let sizes = GlyphSizes(line: read.map(\.glyphs))
        return read.flatMap { spelled($0, sizes, on: strip) }
    }

    /// A word as its glyphs' sizes and places say: one, or two that were taken for one.
    private func spelled(
        _ read: ReadWord, _ sizes: GlyphSizes?, on strip: borrowing LineStrip
    ) -> [Transcript.Word] {
        var word = read.word
        let isLink = SecondLook.isLinkLike(word.text)
        guard let sizes, let first = read.glyphs.first, let last = read.glyphs.last else {
            word.text = Self.repairingBars(word.text)
            return [word]
        }
        guard !isLink, let space = sizes.missedSpace(in: read.glyphs) else {
            word.text = Self.repairingBars(sizes.corrected(read.glyphs, isLink: isLink))
            return [word]
        }
        return [
            (first, read.glyphs[..<space], read.glyphs[space - 1]),
            (read.glyphs[space], read.glyphs[space...], last),
        ]
        .map { from, glyphs, to in
            var text = sizes.corrected(Array(glyphs), isLink: false)
            if text == "l" || text == "1" { text = "I" }
            let box = strip.place(
                left: from.box.left, top: glyphs.map(\.box.top).min() ?? 0, right: to.box.right,
                bottom: glyphs.map(\.box.bottom).max() ?? 0)
            return Transcript.Word(
                text: Self.repairingBars(text), confidence: word.confidence, box: box)
        }
    }

    private struct ReadWord {
        let word: Transcript.Word
        /// Its characters' sizes on the strip; none where they can't be told apart.
        let glyphs: [GlyphSizes.Glyph]
    }

    /// nil for what is empty or noise.
    private func word(_ iterator: OpaquePointer, on strip: borrowing LineStrip) -> ReadWord? {
        let confidence = Double(TessResultIteratorConfidence(iterator, RIL_WORD)) / 100
        guard let text = Self.text(iterator, RIL_WORD), !text.allSatisfy(\.isWhitespace),
            NoiseWords.isWord(text, confidence: confidence), let box = Self.box(iterator, RIL_WORD)
        else { return nil }
        let place = strip.place(left: box.left, top: box.top, right: box.right, bottom: box.bottom)
        return ReadWord(
            word: Transcript.Word(text: text, confidence: min(1, max(0, confidence)), box: place),
            glyphs: glyphs(of: iterator, word: text))
    }

    private func glyphs(of iterator: OpaquePointer, word: String) -> [GlyphSizes.Glyph] {
        guard let symbols = TessResultIteratorCopy(iterator) else { return [] }
        defer { TessResultIteratorDelete(symbols) }
        let page = TessResultIteratorGetPageIterator(symbols)
        var glyphs: [GlyphSizes.Glyph] = []
        repeat {
            guard let text = Self.text(symbols, RIL_SYMBOL), let character = text.first, text.count == 1,
                let box = Self.box(symbols, RIL_SYMBOL)
            else { return [] }
            glyphs.append(GlyphSizes.Glyph(character: character, box: box))
            if TessPageIteratorIsAtFinalElement(page, RIL_WORD, RIL_SYMBOL) != 0 { break }
        } while TessResultIteratorNext(symbols, RIL_SYMBOL) != 0
        return glyphs
    }

    private static func text(_ iterator: OpaquePointer, _ level: TessPageIteratorLevel) -> String? {
        guard let text = TessResultIteratorGetUTF8Text(iterator, level) else { return nil }
        defer { TessDeleteText(text) }
        return String(cString: text)
    }

    private static func box(_ iterator: OpaquePointer, _ level: TessPageIteratorLevel) -> Shape? {
        var (left, top, right, bottom): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        let page = TessResultIteratorGetPageIterator(iterator)
        guard TessPageIteratorBoundingBox(page, level, &left, &top, &right, &bottom) != 0 else { return nil }
        return Shape(left: Int(left), top: Int(top), right: Int(right), bottom: Int(bottom))
    }

    /// A lone capital I is often read as a bar, and no message holds a lone bar.
    private static func repairingBars(_ word: String) -> String {
        guard word.first == "|", word.count == 1 || ["'", "’"].contains(word.dropFirst().first) else {
            return word
        }
        return "I" + word.dropFirst()
    }
}
