package import ScamDetection
package import TextAnalysis

/// Whether a transcript holds enough text to be judged. One that does not gets the verdict `no_text`, never low risk.
package enum Readability {
    /// Least mean confidence of the words, from 0 to 1. Measured on 162 screenshots and some broken ones: text that a person can read
    /// has 0.78 or more; text that lies on its side, or in a script whose language data is not used, has less than 0.6.
    static let minimumConfidence = 0.65
    /// The smallest number of letters of a message: a telephone number alone, as a header has it, is no message.
    static let minimumLetters = 8

    package static func isReadable(_ transcript: Transcript) -> Bool {
        let evidence = transcript.lines.filter(\.role.isMessage)
        let judged = Transcript(
            lines: evidence, width: transcript.width, height: transcript.height,
            languages: transcript.languages)
        return holdsWords(judged) && judged.confidence >= minimumConfidence
    }

    /// Whether a transcript holds enough letters for a message, readable or not.
    static func holdsWords(_ transcript: Transcript) -> Bool {
        let letters = transcript.lines.lazy.flatMap(\.words).reduce(0) { sum, word in
            sum + word.text.unicodeScalars.count(where: \.properties.isAlphabetic)
        }
        return letters >= minimumLetters
    }

    /// Largest confidence, from 0 to 1, of a low risk that rests on codes alone. A harmless link in a code says little about an image
    /// whose words can't be read. Chosen below `minimumConfidence`.
    private static let maxCodeConfidence = 0.6

    /// Lowers the confidence of a low-risk verdict that rests on codes alone.
    package static func limit(_ verdict: inout Verdict, codes: Int) {
        guard codes > 0, verdict.riskLevel == .low else { return }
        verdict.confidence = min(verdict.confidence, maxCodeConfidence)
    }
}
