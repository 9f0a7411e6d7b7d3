package import ScamDetection
package import TextAnalysis

/// Whether a transcript says enough to be judged. What doesn't is `no_text`, never low risk.
package enum Readability {
    /// Measured on 162 screenshots and some broken ones: what a person can read comes out at 0.78 or more; text that
    /// lies on its side, or in a script whose data isn't used, below 0.6.
    static let minimumConfidence = 0.65
    /// A header's telephone number alone is no message.
    static let minimumLetters = 8

    package static func isReadable(_ transcript: Transcript) -> Bool {
        let evidence = transcript.lines.filter(\.role.isMessage)
        let letters = evidence.lazy.flatMap(\.words).reduce(0) { sum, word in
            sum + word.text.unicodeScalars.count(where: \.properties.isAlphabetic)
        }
        let judged = Transcript(
            lines: evidence, width: transcript.width, height: transcript.height,
            languages: transcript.languages)
        return letters >= minimumLetters && judged.confidence >= minimumConfidence
    }

    /// A code may lead to an honest site from a picture whose words couldn't be read; that isn't much to say.
    private static let maxCodeConfidence = 0.6

    /// Holds down how sure a low risk is that rests on codes.
    package static func limit(_ verdict: inout Verdict, codes: Int) {
        guard codes > 0, verdict.riskLevel == .low else { return }
        verdict.confidence = min(verdict.confidence, maxCodeConfidence)
    }
}
