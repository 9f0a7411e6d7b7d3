package import Imaging
import ScreenLayout
package import TextAnalysis

/// Told how many of a picture's lines have been read: none, when they are found, to all.
package typealias LineProgress = (_ read: Int, _ total: Int) -> Void

extension TesseractEngine {
    /// Fewer columns of strips than this are read before help has come.
    private static let minSharedColumns = 1_000

    /// Reads a picture: its words, grouped into lines in reading order. A picture without text gives no lines.
    /// - Parameters:
    ///   - timeLimit: Time after which to give up with `.deadlineExceeded`. Tesseract looks at the clock
    ///     between words only, so this can take somewhat longer.
    ///   - help: engines that read half of the lines.
    ///   - others: languages to try where the text seems not to be in this engine's.
    package func recognize(
        _ bitmap: borrowing Bitmap, timeLimit: Duration, help: LineHelp? = nil,
        others: OtherLanguages? = nil, progress: LineProgress? = nil
    ) throws(OCRError) -> Transcript {
        let deadline = ContinuousClock.now + timeLimit
        guard let picture = LeptonicaImage(bitmap, rows: 0..<bitmap.height) else { throw .recognitionFailed }
        var lines: [Transcript.Line] = []
        var used = languages
        if let ink = InkMap(picture) {
            let found = LineFinder.lines(of: ink.shapes, height: ink.height)
            var readings = try read(found, of: picture, ink, by: deadline, help: help, progress: progress)
            if let others {
                used = try tryOthers(others, on: found, readings: &readings, of: picture, ink, by: deadline)
            }
            lines = readings.map { Transcript.Line(words: $0, role: .incoming) }.filter(NoiseWords.isText)
        }
        if ContinuousClock.now >= deadline { throw .deadlineExceeded }
        var transcript = Transcript(
            lines: lines, width: bitmap.width, height: bitmap.height, languages: used)
        ScreenLayout.arrange(&transcript, on: bitmap)
        return transcript
    }

    private func read(
        _ lines: [TextLine], of picture: borrowing LeptonicaImage, _ ink: borrowing InkMap,
        by deadline: ContinuousClock.Instant, help: LineHelp?, progress: LineProgress?
    ) throws(OCRError) -> [[Transcript.Word]] {
        progress?(0, lines.count)
        var done = 0
        var shared: [(line: Int, place: StripPlace)] = []
        var collect: (() -> [[Transcript.Word]]?)?
        if let help {
            var strips: [StripImage] = []
            for index in Self.half(of: lines) {
                guard let strip = LineStrip(lines[index], of: picture, ink, margin: SecondLook.margins[0])
                else { continue }
                let place = strip.place
                guard let image = strip.exported() else { continue }
                shared.append((index, place))
                strips.append(image)
            }
            if !strips.isEmpty { collect = help.ask(strips) }
        }
        var readings = [[Transcript.Word]?](repeating: nil, count: lines.count)
        let elsewhere = Set(shared.map(\.line))
        for index in lines.indices where !elsewhere.contains(index) {
            readings[index] = try read(lines[index], of: picture, ink, by: deadline)
            done += 1
            progress?(done, lines.count)
        }
        let helped = collect?()
        for (number, (index, place)) in shared.enumerated() {
            let first = helped.map { place.onPicture($0[number]) }
            readings[index] = try read(lines[index], of: picture, ink, by: deadline, first: first)
            done += 1
            progress?(done, lines.count)
        }
        return readings.map { $0 ?? [] }
    }

    /// The last lines that make up half of all columns, or none where that is little.
    private static func half(of lines: [TextLine]) -> Range<Int> {
        let columns = lines.map(\.columns)
        let total = columns.reduce(0, +)
        guard total >= minSharedColumns else { return lines.endIndex..<lines.endIndex }
        var own = 0
        let start = columns.firstIndex { width in
            own += width
            return own * 2 > total
        }
        return (start ?? lines.endIndex)..<lines.endIndex
    }

    /// Again with other margins where the first reading is weak. Rows of keys aren't worth it.
    func read(
        _ line: TextLine, of picture: borrowing LeptonicaImage, _ ink: borrowing InkMap,
        by deadline: ContinuousClock.Instant, first: [Transcript.Word]? = nil
    ) throws(OCRError) -> [Transcript.Word] {
        var readings: [[Transcript.Word]] = []
        for margin in SecondLook.margins {
            if let first, readings.isEmpty {
                readings.append(first)
            } else {
                guard let strip = LineStrip(line, of: picture, ink, margin: margin) else { break }
                readings.append(strip.place.onPicture(try read(strip.image, by: deadline)))
            }
            guard !line.isSpread, SecondLook.isWorthwhile(after: readings) else { break }
        }
        return SecondLook.merge(readings)
    }
}
