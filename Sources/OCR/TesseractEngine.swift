import CTesseract
import FoundationEssentials
package import Imaging
import ScreenLayout
package import TextAnalysis

/// One warm Tesseract engine. Used by one thread at a time; `OMP_THREAD_LIMIT=1` should stand in the environment
/// before the process starts, as it does for reader processes, or its threads slow each other down several times over.
package final class TesseractEngine {
    /// Tesseract refuses pictures beyond 32,767 pixels, and reads a screen's worth at a time best.
    static let stripHeight = 4_000
    /// Smaller pictures hold no letters; Tesseract complains of them.
    static let minSide = 12
    /// What the scaled picture is said to be; keeps Tesseract from guessing.
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
        // Finds lines wherever they stand. Over the development pictures it lost a third of the links that the page
        // layout for paper lost, and no more words.
        TessBaseAPISetPageSegMode(handle, PSM_SPARSE_TEXT)
        self.handle = handle
        self.languages = languages
    }

    deinit {
        TessBaseAPIEnd(handle)
        TessBaseAPIDelete(handle)
    }

    /// Reads a picture: its words, grouped into lines in reading order. A picture without text gives no lines.
    /// - Parameter timeLimit: Time after which to give up with `.deadlineExceeded`. Tesseract looks at the clock
    ///   between words only, so this can take somewhat longer.
    package func recognize(
        _ bitmap: borrowing Bitmap, timeLimit: Duration
    ) throws(OCRError) -> Transcript {
        let deadline = ContinuousClock.now + timeLimit
        var lines: [Transcript.Line] = []
        var top = 0
        while top < bitmap.height {
            let bottom = StripCutter.cut(bitmap, from: top, height: Self.stripHeight)
            lines += try recognize(bitmap, rows: top..<bottom, deadline: deadline)
            top = bottom
        }
        var transcript = Transcript(
            lines: lines, width: bitmap.width, height: bitmap.height, languages: languages)
        ScreenLayout.arrange(&transcript, on: bitmap)
        return transcript
    }

    private func recognize(
        _ bitmap: borrowing Bitmap, rows: Range<Int>, deadline: ContinuousClock.Instant
    ) throws(OCRError) -> [Transcript.Line] {
        guard min(bitmap.width, rows.count) >= Self.minSide else { return [] }
        guard let picture = LeptonicaImage(bitmap, rows: rows) else { throw .recognitionFailed }
        let scale = ReadingScale.estimate(picture)
        guard let scaled = ReadingScale.scaled(picture, by: scale) else { throw .recognitionFailed }
        // A strip that scaling leaves smaller than a letter.
        guard min(scaled.width, scaled.height) >= Self.minSide else { return [] }
        guard let normalized = ContrastNormalizer.normalize(scaled) else { throw .recognitionFailed }
        try run(on: normalized, deadline: deadline)
        defer { TessBaseAPIClear(handle) }
        let collector = WordCollector(
            scaleX: Double(scaled.width) / Double(bitmap.width),
            scaleY: Double(scaled.height) / Double(rows.count), width: bitmap.width, rows: rows)
        return collector.lines(of: handle)
    }

    private func run(
        on picture: borrowing LeptonicaImage, deadline: ContinuousClock.Instant
    ) throws(OCRError) {
        let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
        guard left >= 1, let monitor = TessMonitorCreate() else { throw .deadlineExceeded }
        defer { TessMonitorDelete(monitor) }
        TessMonitorSetDeadlineMSecs(monitor, Int32(min(left, 3_600_000)))
        TessBaseAPISetImage2(handle, picture.pix)
        TessBaseAPISetSourceResolution(handle, Self.dotsPerInch)
        guard TessBaseAPIRecognize(handle, monitor) != 0 else { return }
        TessBaseAPIClear(handle)
        throw ContinuousClock.now >= deadline ? .deadlineExceeded : .recognitionFailed
    }
}
