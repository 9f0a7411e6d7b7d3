import TextAnalysis

/// Languages that a picture may turn out to be in, and engines for them.
package struct OtherLanguages {
    /// Tesseract names.
    package let installed: [String]
    package let engine: (String) throws(OCRError) -> TesseractEngine

    package init(installed: [String], engine: @escaping (String) throws(OCRError) -> TesseractEngine) {
        self.installed = installed
        self.engine = engine
    }

    /// Loading and trying one takes a twentieth of a second or two.
    private static let maxTried = 6
    static let samples = 3
    /// By how much another language's confidence must be higher.
    private static let latinMargin = 0.005
    private static let otherMargin = 0.1
    /// Lines whose confidence is lower may be in another script.
    private static let doubtful = 0.65
    /// Columns of a strip that holds three letters or more.
    private static let minColumns = 100
    /// How many of a picture's columns must be doubtful.
    private static let minDoubt = 0.3
    /// Fewer letters of another script are icons.
    private static let minForeignLetters = 5
    /// The last letter of Latin with accents, Vietnamese's aside.
    private static let lastLatin: Unicode.Scalar = "\u{24F}"
    private static let vietnamese: ClosedRange<Unicode.Scalar> = "\u{1E00}"..."\u{1EFF}"

    /// What to read again, and in what.
    struct Choice {
        let languages: [String]
        /// Indices of the lines.
        let lines: [Int]
        let margin: Double
        /// Whether it must be written in other letters than Latin ones.
        let isForeign: Bool
    }

    /// What to try after a first reading, if anything.
    /// - Parameters:
    ///   - readings: of each line.
    ///   - columns: of each line's strip.
    func choice(after readings: [[Transcript.Word]], columns: [Int], used: [String]) -> Choice? {
        let long = readings.indices.filter { columns[$0] >= Self.minColumns }
        let weak = long.filter { index in
            Transcript.Line(words: readings[index], role: .incoming).confidence < Self.doubtful
        }
        func sum(_ lines: [Int]) -> Double { Double(lines.reduce(0) { $0 + columns[$1] }) }
        if sum(weak) > Self.minDoubt * sum(long), !weak.isEmpty {
            let scripts = installed.filter { LanguageTable.functionWords[$0] == nil && !used.contains($0) }
            if !scripts.isEmpty {
                return Choice(
                    languages: Array(scripts.prefix(Self.maxTried)), lines: weak, margin: Self.otherMargin,
                    isForeign: true)
            }
        }
        let words = readings.lazy.flatMap(\.self).map { $0.text.lowercased() }
        guard let latin = LanguageTable.latinLanguage(of: words, among: installed), !used.contains(latin)
        else {
            return nil
        }
        return Choice(languages: [latin], lines: long, margin: Self.latinMargin, isForeign: false)
    }

    /// Whether most letters are of another script than Latin: an engine finds its own letters in icons, too.
    static func isForeign(_ words: [Transcript.Word]) -> Bool {
        var (foreign, latin) = (0, 0)
        for scalar in words.lazy.flatMap(\.text.unicodeScalars) where scalar.properties.isAlphabetic {
            if scalar > lastLatin, !vietnamese.contains(scalar) { foreign += 1 } else { latin += 1 }
        }
        return foreign >= minForeignLetters && foreign > latin
    }
}
