package import TextAnalysis

/// Languages that an image may turn out to be in, and engines for them.
package struct OtherLanguages {
    /// The Tesseract names of the languages whose data is installed.
    package let installed: [String]
    /// Returns the engine for a Tesseract name, and loads it if necessary.
    package let engine: (String) throws(OCRError) -> TesseractEngine
    private let languages: Languages

    package init(
        installed: [String], languages: Languages,
        engine: @escaping (String) throws(OCRError) -> TesseractEngine
    ) {
        self.installed = installed
        self.languages = languages
        self.engine = engine
    }

    /// The largest number of languages to try. Loading and trying one takes 50 to 100 ms.
    private static let maxTried = 6
    /// The number of lines on which each language is tried.
    static let sampleCount = 3
    /// Another language in Latin letters must raise the confidence, from 0 to 1, by at least this much. The words have spoken
    /// for it already, so the margin is small. This and the figures below were chosen on the development pictures.
    private static let latinMargin = 0.005
    /// A language in other letters must raise it by this much, because nothing but the confidence speaks for it.
    private static let otherMargin = 0.1
    /// A line whose confidence is lower may be in another script.
    private static let doubtfulConfidence = 0.65
    /// A line counts if its strip has at least this many columns. Narrower strips hold one or two letters.
    private static let minColumns = 100
    /// Other scripts are tried if at least this share of all columns is in lines of low confidence.
    private static let minDoubtfulShare = 0.3
    /// Another script is shown by at least this many letters. Fewer letters are icons.
    private static let minForeignLetters = 5
    /// The last accented Latin letter of Unicode's first blocks. Vietnamese has further ones.
    private static let lastLatin: Unicode.Scalar = "\u{24F}"
    /// The block of Unicode that holds the Vietnamese letters.
    private static let vietnamese: ClosedRange<Unicode.Scalar> = "\u{1E00}"..."\u{1EFF}"

    /// Lines to read again, and the languages in which to read them.
    struct Choice {
        /// The Tesseract names of these languages.
        let languages: [String]
        let lines: [Int]
        /// The new reading counts if its confidence, from 0 to 1, is higher by at least this much.
        let margin: Double
        /// Whether the new reading only counts if it is in other letters than Latin ones.
        let isForeign: Bool
    }

    /// Chooses what to try after a first reading; nil if nothing.
    /// - Parameters:
    /// - readings: the words of each line.
    /// - columns: the width of each line's strip, in pixels.
    /// - used: the Tesseract names of the first reading's languages.
    func choice(after readings: [[Transcript.Word]], columns: [Int], used: [String]) -> Choice? {
        let long = readings.indices.filter { columns[$0] >= Self.minColumns }
        let weak = long.filter { index in
            Transcript.Line(words: readings[index], role: .incoming).confidence < Self.doubtfulConfidence
        }
        func sum(_ lines: [Int]) -> Double { Double(lines.reduce(0) { $0 + columns[$1] }) }
        if sum(weak) > Self.minDoubtfulShare * sum(long), !weak.isEmpty {
            let scripts = installed.filter {
                languages.profile(tessdata: $0)?.script != .latn && !used.contains($0)
            }
            if !scripts.isEmpty {
                return Choice(
                    languages: Array(scripts.prefix(Self.maxTried)), lines: weak, margin: Self.otherMargin,
                    isForeign: true)
            }
        }
        let words = readings.lazy.flatMap(\.self).map { $0.text.lowercased() }
        guard let latin = languages.latinTessdata(of: words, among: installed), !used.contains(latin) else {
            return nil
        }
        return Choice(languages: [latin], lines: long, margin: Self.latinMargin, isForeign: false)
    }

    /// Whether most letters are of another script than Latin. An engine finds its own letters in icons, too.
    static func isForeign(_ words: [Transcript.Word]) -> Bool {
        var (foreign, latin) = (0, 0)
        for scalar in words.lazy.flatMap(\.text.unicodeScalars) where scalar.properties.isAlphabetic {
            if scalar > lastLatin, !vietnamese.contains(scalar) { foreign += 1 } else { latin += 1 }
        }
        return foreign >= minForeignLetters && foreign > latin
    }
}
