import TextAnalysis

/// Cuts the texts of patterns into words and keeps these for `KnownWords`. Patterns repeat their texts, and those with
/// accents or apostrophes take long to cut.
struct PatternWords {
    private(set) var known = KnownWords()
    private let analyzer: TextAnalyzer
    private var cut: [(text: ArraySlice<UInt8>, words: [WordKey])] = []
    private var byText = HashIndex(capacity: 1 << 11)

    init(_ analyzer: TextAnalyzer) { self.analyzer = analyzer }

    mutating func words(_ text: ArraySlice<UInt8>) -> [WordKey] {
        if let words = analyzer.plainWords(text, into: &known) { return words }
        let hash = ByteHash(text).value
        if let place = byText.first(hash, where: { cut[$0].text == text }) { return cut[place].words }
        let words = analyzer.words(text, into: &known)
        byText.insert(cut.count, for: hash)
        cut.append((text, words))
        return words
    }
}
