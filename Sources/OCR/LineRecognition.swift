package import TextAnalysis

package import struct TextAnalysis.Box

/// Called with the number of lines read so far and the number of lines found: first with 0, when they are found.
package typealias LineProgress = (_ read: Int, _ total: Int) -> Void

/// Recognised lines of text, from top to bottom as they were found, without those that are noise.
package struct RecognizedLines {
    package let lines: [Transcript.Line]
    package let languages: [String]
    /// Whether every line was read.
    package let areAll: Bool
    /// The places of the lines that were read well enough for nothing else to be looked for there.
    let settled: [Box]
    /// What looks like text and gave no words.
    package var unread: [Transcript.UnreadLine] = []
}

extension TesseractEngine {
    /// Work is shared if the strips together have at least this many columns. Fewer are read here sooner than another worker
    /// answers.
    private static let minSharedColumns = 1_000

    /// Reads the lines that were found on a bitmap.
    /// - Parameters:
    ///   - deadline: time at which to give up with `.deadlineExceeded`. Tesseract looks at the clock only between words, so
    ///     that this can take somewhat longer.
    ///   - budget: the time within which lines are begun; nil for no such limit.
    ///   - sharing: reads half of the lines.
    ///   - installed: engines of the installed languages, for what this one is unsure of.
    package func recognize(
        _ detected: borrowing DetectedLines, by deadline: ContinuousClock.Instant,
        within budget: LineBudget? = nil, sharing: WorkSharing? = nil,
        installed: InstalledLanguages? = nil, progress: LineProgress? = nil
    ) throws(OCRError) -> RecognizedLines {
        var (readings, areAll) = try read(
            detected, by: deadline, within: budget, sharing: sharing, progress: progress)
        let used =
            try installed?.used(for: &readings, of: detected, readBy: self, by: deadline, within: budget)
            ?? languages
        var second: TesseractEngine?
        for index in readings.indices where !detected.lines[index].isSpread && budget?.isSpent != true {
            var looks = [readings[index]]
            for (number, margin) in SecondLook.margins.enumerated().dropFirst() {
                guard SecondLook.isWorthwhile(after: looks) else { break }
                if number == 1, second == nil { second = try installed?.second(for: used) }
                let engine = number == 1 ? second ?? self : self
                let line = detected.lines[index]
                guard let strip = detected.strip(of: line, margin: margin, rows: engine.rows) else { break }
                looks.append(strip.onBitmap(try engine.read(strip.strip, by: deadline)))
            }
            readings[index] = SecondLook.merge(looks)
        }
        let ends = readings.indices.filter { NoiseWords.endsLink(readings[$0], of: readings) }
        for line in readings.indices {
            if !ends.contains(line) {
                readings[line].removeAll { !NoiseWords.isWord($0.text, confidence: $0.confidence) }
            }
            for word in readings[line].indices {
                readings[line][word].isUnderlined = detected.isUnderlined(readings[line][word].box)
            }
        }
        if ContinuousClock.now >= deadline { throw .deadlineExceeded }
        var (lines, settled): ([Transcript.Line], [Box]) = ([], [])
        for (index, words) in readings.enumerated() {
            let (seen, line) = (detected.lines[index], Transcript.Line(words: words, role: .incoming))
            if ends.contains(index) || NoiseWords.isText(line, isAlone: seen.letters.count == 1) {
                lines.append(line)
                if NoiseWords.isSettled(line) { settled.append(detected.box(of: seen)) }
            }
        }
        return RecognizedLines(lines: lines, languages: used, areAll: areAll, settled: settled)
    }

    /// Reads each line once, as many as there is time for.
    private func read(
        _ detected: borrowing DetectedLines, by deadline: ContinuousClock.Instant,
        within budget: LineBudget?,
        sharing: WorkSharing?, progress: LineProgress?
    ) throws(OCRError) -> (readings: [[Transcript.Word]], areAll: Bool) {
        let lines = detected.lines
        progress?(0, lines.count)
        var shared: [(line: Int, strip: PlacedStrip)] = []
        if sharing != nil {
            for index in Self.secondHalf(of: lines) {
                let strip = detected.strip(of: lines[index], margin: SecondLook.margins[0])
                if let strip { shared.append((index, strip)) }
            }
        }
        let collect = shared.isEmpty ? nil : sharing?.request(shared.map(\.strip.strip))
        var readings = [[Transcript.Word]](repeating: [], count: lines.count)
        var done = 0
        let elsewhere = Set(shared.map(\.line))
        for index in lines.indices where !elsewhere.contains(index) && budget?.isSpent != true {
            readings[index] = try read(lines[index], of: detected, by: deadline)
            done += 1
            progress?(done, lines.count)
        }
        let others = collect?()
        for (number, (index, strip)) in shared.enumerated()
        where others != nil || budget?.isSpent != true {
            let words = if let others { others[number] } else { try read(strip.strip, by: deadline) }
            readings[index] = strip.onBitmap(words)
            done += 1
            progress?(done, lines.count)
        }
        return (readings, done == lines.count)
    }

    /// The last lines that make up half of all columns; none if there are too few columns.
    private static func secondHalf(of lines: [TextLine]) -> Range<Int> {
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

    /// Reads a line once.
    func read(
        _ line: TextLine, of detected: borrowing DetectedLines, by deadline: ContinuousClock.Instant
    ) throws(OCRError) -> [Transcript.Word] {
        guard let strip = detected.strip(of: line, margin: SecondLook.margins[0], rows: rows) else {
            return []
        }
        return strip.onBitmap(try read(strip.strip, by: deadline))
    }
}
