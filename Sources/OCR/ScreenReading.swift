package import Imaging
import ScreenLayout
package import TextAnalysis

extension TesseractEngine {
    /// Reads a picture: its words, grouped into lines in reading order. A picture without text gives no lines.
    /// - Parameter timeLimit: Time after which to give up with `.deadlineExceeded`. Tesseract looks at the clock
    ///   between words only, so this can take somewhat longer.
    package func recognize(
        _ bitmap: borrowing Bitmap, timeLimit: Duration
    ) throws(OCRError) -> Transcript {
        let deadline = ContinuousClock.now + timeLimit
        guard let picture = LeptonicaImage(bitmap, rows: 0..<bitmap.height) else { throw .recognitionFailed }
        var lines: [Transcript.Line] = []
        if let ink = InkMap(picture) {
            for line in LineFinder.lines(of: ink.shapes, height: ink.height) {
                let words = try read(line, of: picture, ink, by: deadline)
                let read = Transcript.Line(words: words, role: .incoming)
                if NoiseWords.isText(read) { lines.append(read) }
            }
        }
        if ContinuousClock.now >= deadline { throw .deadlineExceeded }
        var transcript = Transcript(
            lines: lines, width: bitmap.width, height: bitmap.height, languages: languages)
        ScreenLayout.arrange(&transcript, on: bitmap)
        return transcript
    }

    /// Again with other margins where the first reading is weak.
    private func read(
        _ line: TextLine, of picture: borrowing LeptonicaImage, _ ink: borrowing InkMap,
        by deadline: ContinuousClock.Instant
    ) throws(OCRError) -> [Transcript.Word] {
        var readings: [[Transcript.Word]] = []
        for margin in SecondLook.margins {
            guard let strip = LineStrip(line, of: picture, ink, margin: margin) else { break }
            readings.append(try read(strip, by: deadline))
            guard SecondLook.isWorthwhile(after: readings) else { break }
        }
        return SecondLook.merge(readings)
    }
}
