import TextAnalysis

/// Cuts the texts of patterns into words, exactly as messages are cut, and keeps each word once. Patterns repeat their
/// texts, and those with accents or apostrophes take long to cut.
struct PatternWords: Sendable {
    /// Each word once, in the order they came: its key and its letters' place.
    private(set) var found: [(key: WordKey, letters: Range<Int>)] = []
    private var letters: [UInt32] = []
    private var byKey = HashIndex(capacity: 1 << 10)
    private let analyzer: TextAnalyzer
    private var cut: [(text: ArraySlice<UInt8>, words: [WordKey])] = []
    private var byText = HashIndex(capacity: 1 << 8)

    init(_ analyzer: TextAnalyzer) { self.analyzer = analyzer }

    mutating func forEachWord(of text: ArraySlice<UInt8>, _ body: (WordKey) -> Void) {
        if text.allSatisfy(WordKey.isPlain) { return forEachPlainWord(of: text, body) }
        let hash = ByteHash(text).value
        if let place = byText.first(hash, where: { cut[$0].text == text }) {
            return cut[place].words.forEach(body)
        }
        let words = analyzer.words(text) { note($0, of: $1) }
        byText.insert(cut.count, for: hash)
        cut.append((text, words))
        words.forEach(body)
    }

    /// - Parameter text: lower-case ASCII letters and digits.
    mutating func plainWord(_ text: ArraySlice<UInt8>) -> WordKey {
        var key = WordKey()
        for byte in text { key.append(UInt32(byte)) }
        note(key, of: text.lazy.map(UInt32.init))
        return key
    }

    private mutating func forEachPlainWord(of text: ArraySlice<UInt8>, _ body: (WordKey) -> Void) {
        var rest = text
        while let start = rest.firstIndex(where: { $0 != 0x20 }) {
            rest = rest[start...]
            let word = rest.prefix { $0 != 0x20 }
            body(plainWord(word))
            rest = rest[word.endIndex...]
        }
    }

    private mutating func note(_ key: WordKey, of word: some Collection<UInt32>) {
        guard byKey.first(key.value) == nil else { return }
        byKey.insert(found.count, for: key.value)
        let start = letters.count
        letters.append(contentsOf: word)
        found.append((key, start..<letters.count))
    }

    /// Adds the words; of words that look the same those that were there stay.
    func add(to known: inout KnownWords) {
        for word in found { known.insert(letters[word.letters]) }
    }
}
