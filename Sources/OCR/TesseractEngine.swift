import CPictures
import FoundationEssentials
import Glibc
import Imaging
package import TextAnalysis

/// One warm Tesseract engine, for one thread at a time. `OMP_THREAD_LIMIT=1` should stand in the environment before the
/// process starts, as it does for workers, or Tesseract's threads slow each other down several times over.
package final class TesseractEngine {
    /// The resolution that Tesseract is told, so that it doesn't guess one. At this resolution a strip is 13 points high.
    private static let dotsPerInch: Int32 = 200
    /// The longest deadline that Tesseract is given, in milliseconds: an hour. The parameter has 32 bits.
    private static let maxDeadline = 3_600_000.0
    /// Tesseract's largest confidence. Its confidences run from 0 to this value.
    private static let maxConfidence = 100.0

    /// Whether `CSerialTesseract` stands in for OpenMP. Without it, Tesseract reads the same text and takes longer.
    package static var isSerial: Bool { cst_is_in_force() }

    package let languages: [String]
    /// The height of the strips that it reads best.
    let rows: Int
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
        // Otherwise Tesseract writes remarks to the standard error stream.
        TessBaseAPISetVariable(handle, "debug_file", "/dev/null")
        // Strips are dark on light; with a threshold Tesseract would read each weak one again, inverted.
        TessBaseAPISetVariable(handle, "invert_threshold", "0")
        // This test finds out whether letters stand in cells, for Tesseract's older engine only.
        TessBaseAPISetVariable(handle, "textord_disable_pitch_test", "1")
        // The mode that looks for a line on the strip loses whole lines with underlines. On the development pictures it read fewer
        // links (0.65, not 0.74).
        TessBaseAPISetPageSegMode(handle, PSM_RAW_LINE)
        self.handle = handle
        self.languages = languages
        rows = tessdata.inputHeight(of: languages[0]) ?? LineStrip.height
    }

    deinit {
        TessBaseAPIEnd(handle)
        TessBaseAPIDelete(handle)
    }

    /// Recognises the words of one strip, noise included. Their boxes are in pixels of the strip.
    package func read(
        _ strip: LineStrip, by deadline: ContinuousClock.Instant
    ) throws(OCRError) -> [Transcript.Word] {
        guard let image = LeptonicaImage(grey: strip.pixels, width: strip.width) else {
            throw .recognitionFailed
        }
        let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
        guard left >= 1, let monitor = TessMonitorCreate() else { throw .deadlineExceeded }
        defer { TessMonitorDelete(monitor) }
        // Rounded up: where Tesseract gives up, the deadline has passed.
        TessMonitorSetDeadlineMSecs(monitor, Int32(min(left.rounded(.up), Self.maxDeadline)))
        TessBaseAPISetImage2(handle, image.pix)
        TessBaseAPISetSourceResolution(handle, Self.dotsPerInch)
        defer { TessBaseAPIClear(handle) }
        guard TessBaseAPIRecognize(handle, monitor) == 0 else {
            throw ContinuousClock.now >= deadline ? .deadlineExceeded : .recognitionFailed
        }
        guard let iterator = TessBaseAPIGetIterator(handle) else { return [] }
        defer { TessResultIteratorDelete(iterator) }
        var words: [RoughWord] = []
        repeat {
            if let word = word(iterator) { words.append(word) }
        } while TessResultIteratorNext(iterator, RIL_WORD) != 0
        let boxes = StripInk(image).boxes(of: words.map { ($0.first, $0.last) })
        return zip(words, boxes).map { word, box in
            let place = Box(x: box.left, y: box.top, width: max(1, box.width), height: max(1, box.height))
            return Transcript.Word(text: word.text, confidence: min(1, max(0, word.confidence)), box: place)
                .corrected(to: Self.repairingBars(word.text))
        }
    }

    private struct RoughWord {
        let text: String
        let confidence: Double
        /// Rough places of the first and the last letter, in pixels of the strip.
        let first: Bounds
        let last: Bounds
    }

    /// Returns nil if the word is empty.
    private func word(_ iterator: OpaquePointer) -> RoughWord? {
        guard let text = Self.text(iterator, RIL_WORD), !text.allSatisfy(\.isWhitespace),
            let first = Self.box(iterator, RIL_SYMBOL), let symbols = TessResultIteratorCopy(iterator)
        else { return nil }
        defer { TessResultIteratorDelete(symbols) }
        let page = TessResultIteratorGetPageIterator(symbols)
        while TessPageIteratorIsAtFinalElement(page, RIL_WORD, RIL_SYMBOL) == 0,
            TessResultIteratorNext(symbols, RIL_SYMBOL) != 0
        {}
        var last = Self.box(symbols, RIL_SYMBOL) ?? first
        // The last letter of a line's first word may be told to reach to the line's end.
        last.right = min(last.right, last.left + rows)
        return RoughWord(
            text: text,
            confidence: Double(TessResultIteratorConfidence(iterator, RIL_WORD)) / Self.maxConfidence,
            first: first, last: last)
    }

    private static func text(_ iterator: OpaquePointer, _ level: TessPageIteratorLevel) -> String? {
        guard let text = TessResultIteratorGetUTF8Text(iterator, level) else { return nil }
        defer { TessDeleteText(text) }
        return String(cString: text)
    }

    private static func box(_ iterator: OpaquePointer, _ level: TessPageIteratorLevel) -> Bounds? {
        var (left, top, right, bottom): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        let page = TessResultIteratorGetPageIterator(iterator)
        guard TessPageIteratorBoundingBox(page, level, &left, &top, &right, &bottom) != 0 else { return nil }
        return Bounds(left: Int(left), top: Int(top), right: Int(right), bottom: Int(bottom))
    }

    /// Returns a word with `I` for each bar that stands alone or before an apostrophe. A lone capital I is often read as a bar,
    /// and no message holds a lone bar.
    private static func repairingBars(_ word: String) -> String {
        guard word.first == "|", word.count == 1 || ["'", "’"].contains(word.dropFirst().first) else {
            return word
        }
        return "I" + word.dropFirst()
    }
}

/// Why a bitmap was not read.
package enum OCRError: Error, Equatable, Sendable {
    /// The directory holds no language data at all.
    case noLanguages(directory: String)
    case missingLanguage(String)
    /// Tesseract could not be started with these languages.
    case initialisationFailed(languages: [String])
    case deadlineExceeded
    /// Tesseract or Leptonica gave up, mostly for want of memory.
    case recognitionFailed
}

/// The processor time within which lines are begun. Once it is spent, what was read until then has to do.
package struct LineBudget {
    private let end: Duration

    /// A budget for the calling thread, from now on.
    package init(_ time: Duration) { end = Self.used + time }

    var isSpent: Bool { Self.used >= end }

    /// The processor time that this thread has used. A busy machine doesn't change it.
    private static var used: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

/// Work sharing: another worker reads some of an image's lines at the same time.
package struct WorkSharing {
    /// Sends strips to the other worker; called at most once for each image. The closure that it returns waits for the
    /// readings: one for each strip, with boxes in pixels of the strip, or nil if the other worker didn't answer.
    package let request: ([LineStrip]) -> () -> [[Transcript.Word]]?

    package init(request: @escaping ([LineStrip]) -> () -> [[Transcript.Word]]?) {
        self.request = request
    }
}
