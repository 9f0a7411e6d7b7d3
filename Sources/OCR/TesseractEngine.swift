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
        var words: [Transcript.Word] = []
        repeat {
            if let word = word(iterator, on: strip) { words.append(word) }
        } while TessResultIteratorNext(iterator, RIL_WORD) != 0
        return words
    }

    /// nil for what is empty or noise.
    private func word(_ iterator: OpaquePointer, on strip: borrowing LineStrip) -> Transcript.Word? {
        let confidence = Double(TessResultIteratorConfidence(iterator, RIL_WORD)) / 100
        guard confidence >= NoiseWords.wordFloor, let text = TessResultIteratorGetUTF8Text(iterator, RIL_WORD)
        else { return nil }
        defer { TessDeleteText(text) }
        let string = Self.repairingBars(String(cString: text))
        guard !string.allSatisfy(\.isWhitespace) else { return nil }
        var (left, top, right, bottom): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        let page = TessResultIteratorGetPageIterator(iterator)
        guard TessPageIteratorBoundingBox(page, RIL_WORD, &left, &top, &right, &bottom) != 0 else {
            return nil
        }
        return Transcript.Word(
            text: string, confidence: min(1, max(0, confidence)),
            box: strip.place(left: Int(left), top: Int(top), right: Int(right), bottom: Int(bottom)))
    }

    /// A lone capital I is often read as a bar, and no message holds a lone bar.
    private static func repairingBars(_ word: String) -> String {
        guard word.first == "|", word.count == 1 || ["'", "’"].contains(word.dropFirst().first) else {
            return word
        }
        return "I" + word.dropFirst()
    }
}
