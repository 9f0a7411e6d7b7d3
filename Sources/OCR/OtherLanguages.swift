package import TextAnalysis

/// Languages that an image may turn out to be in, and engines for them.
package struct OtherLanguages {
    /// Tesseract names of the languages whose data is there.
    package let installed: [String]
    /// Loads the engine of a Tesseract name, or finds it loaded.
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

    /// Largest number of languages to try: loading and trying one takes 50 to 100 ms.
    private static let maxTried = 6
    /// Number of lines on which a language is tried.
    static let sampleCount = 3
    /// By how much a language in Latin letters must be surer than the first reading, as a confidence between 0 and 1. Its words
    /// have told it already, so that little is asked. This and the figures below were chosen on the development pictures.
    private static let latinMargin = 0.005
    /// The same for a language in other letters, which nothing but confidence tells.
    private static let otherMargin = 0.1
    /// Lines of lower confidence may be in another script.
    private static let doubtfulConfidence = 0.65
    /// Fewest columns of a strip that counts: narrower ones hold one or two letters.
    private static let minColumns = 100
    /// The part of an image's columns that must be doubtful before other scripts are tried.
    private static let minDoubtfulShare = 0.3
    /// Fewest letters that show another script; fewer are icons.
    private static let minForeignLetters = 5
    /// The last letter of Latin with accents, those of Vietnamese aside.
    private static let lastLatin: Unicode.Scalar = "\u{24F}"
    /// The block that Vietnamese letters come from.
    private static let vietnamese: ClosedRange<Unicode.Scalar> = "\u{1E00}"..."\u{1EFF}"

    /// What to read again, and in which languages.
    struct Choice {
        /// Tesseract names of the languages.
        let languages: [String]
        /// Indices of the lines to read again.
        let lines: [Int]
        /// By how much the confidence must rise, from 0 to 1.
        let margin: Double
        /// Whether the text must be in other letters than Latin ones.
        let isForeign: Bool
    }

    /// What to try after a first reading, if anything.
    /// - Parameters:
    ///   - readings: the words of each line.
    ///   - columns: width of each line's strip, in pixels.
    ///   - used: Tesseract names of the first reading's languages.
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
