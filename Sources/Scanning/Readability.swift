import TextAnalysis

/// Whether a transcript says enough to be judged. What doesn't is `no_text`, never low risk.
enum Readability {
    /// The engine invents short words with low confidence on noise and photographs.
    static let minimumConfidence = 0.5
    static let minimumLetters = 8

    static func isReadable(_ transcript: Transcript) -> Bool {
        let evidence = transcript.lines.filter { $0.role != .chrome }
        let letters = evidence.lazy.flatMap(\.words).reduce(0) { sum, word in
            sum
                + word.text.unicodeScalars.count {
                    $0.properties.isAlphabetic || $0.properties.numericType != nil
                }
        }
        let judged = Transcript(
            lines: evidence, width: transcript.width, height: transcript.height,
            languages: transcript.languages)
        return letters >= minimumLetters && judged.confidence >= minimumConfidence
    }
}
