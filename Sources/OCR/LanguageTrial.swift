import TextAnalysis

extension TesseractEngine {
    /// Tries other languages on some of the lines. Reads all lines that may be in the best of them again.
    /// - Returns: Tesseract names of the languages that were used, the best first.
    func tryOthers(
        _ others: OtherLanguages, on detected: borrowing DetectedLines, readings: inout [[Transcript.Word]],
        by deadline: ContinuousClock.Instant
    ) throws(OCRError) -> [String] {
        let lines = detected.lines
        // Lines whose words stand far apart are keys and icons, in no language.
        let columns = lines.map { $0.isSpread ? 0 : $0.columns }
        guard let choice = others.choice(after: readings, columns: columns, used: languages) else {
            return languages
        }
        let samples = choice.lines.sorted { columns[$0] > columns[$1] }.prefix(OtherLanguages.sampleCount)
        var best: (engine: TesseractEngine, confidence: Double)?
        for language in choice.languages {
            let engine = try others.engine(language)
            var words: [Transcript.Word] = []
            for index in samples { words += try engine.read(lines[index], of: detected, by: deadline) }
            if choice.isForeign, !OtherLanguages.isForeign(words) { continue }
            let confidence = SecondLook.confidence(words)
            if confidence > best?.confidence ?? 0 { best = (engine, confidence) }
        }
        let own = SecondLook.confidence(samples.flatMap { readings[$0] })
        guard let best, best.confidence >= own + choice.margin else { return languages }
        for index in choice.lines {
            let words = try best.engine.read(lines[index], of: detected, by: deadline)
            if SecondLook.confidence(words) >= SecondLook.confidence(readings[index]) {
                readings[index] = words
            }
        }
        return best.engine.languages + languages
    }
}
