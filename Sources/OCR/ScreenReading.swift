package import Imaging
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
                guard let strip = LineStrip(line, of: picture, ink) else { continue }
                let read = Transcript.Line(words: try read(strip, by: deadline), role: .incoming)
                if NoiseWords.isText(read) { lines.append(read) }
            }
        }
        if ContinuousClock.now >= deadline { throw .deadlineExceeded }
        LineSplitter.split(&lines)
        ReadingOrder.sort(&lines, width: bitmap.width, height: bitmap.height)
        ScreenRoles.assign(&lines, width: bitmap.width, height: bitmap.height)
        return Transcript(lines: lines, width: bitmap.width, height: bitmap.height, languages: languages)
    }
}
