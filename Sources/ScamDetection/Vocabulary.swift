import TextAnalysis

/// Numbers for the words that patterns use, called symbols. The first numbers stand for the entity kinds.
struct Vocabulary: Sendable {
    typealias ID = Int32

    private(set) var count = EntityKind.allCases.count
    private var ids = HashIndex(capacity: 0)

    init() {}

    func write(to writer: inout SnapshotWriter) {
        writer.number(count)
        ids.write(to: &writer)
    }

    init(from reader: inout SnapshotReader) throws(SnapshotError) {
        count = try reader.number(count...Int(Int32.max))
        ids = try HashIndex(from: &reader, below: count)
    }

    private static let kinds: [EntityKind: ID] = Dictionary(
        uniqueKeysWithValues: zip(EntityKind.allCases, 0...))

    static func id(_ kind: EntityKind) -> ID { kinds[kind] ?? -1 }

    mutating func add(_ words: PatternWords) {
        for word in words.found where id(word.key) == nil {
            ids.insert(count, for: word.key.value)
            count += 1
        }
    }

    func id(_ word: WordKey) -> ID? { ids.first(word.value) { _ in true }.map { ID($0) } }

    /// The symbols of one token: its word or its kind, and sometimes a second one, for a code's digits or a link to
    /// an account. -1 stands for none.
    struct Symbols {
        var first: ID
        var second: ID = -1
        /// The number of the token's sentence.
        var sentence: Int

        var bits: UInt64 { Vocabulary.bit(of: first) | Vocabulary.bit(of: second) }
    }

    /// One of 64 bits that stands for a symbol and for many others; none for no symbol.
    @inline(__always)
    static func bit(of symbol: ID) -> UInt64 { symbol < 0 ? 0 : 1 << UInt64(symbol & 63) }

    func symbols(_ token: Token) -> Symbols {
        let sentence = token.sentence
        guard let kind = token.kind else { return Symbols(first: id(token.key) ?? -1, sentence: sentence) }
        if token.isHandle, kind != .handle {
            return Symbols(first: Self.id(kind), second: Self.id(.handle), sentence: sentence)
        }
        return Symbols(
            first: Self.id(kind), second: kind == .code ? id(token.key) ?? -1 : -1, sentence: sentence)
    }
}

/// Cuts the texts of patterns into words, as messages are cut, and collects the words. Patterns repeat their texts,
/// and texts with accents or apostrophes take long to cut, so their words are kept.
struct PatternWords: Sendable {
    /// The words in the order of their first use: the key, and the place of the letters in `letters`.
    private(set) var found: [(key: WordKey, letters: Range<Int>)] = []
    private var letters: [UInt32] = []
    private var numbers = HashIndex(capacity: 1 << 10)
    private let analyzer: TextAnalyzer
    /// The words of the texts that had to be cut by the analyzer.
    private var cut: [ArraySlice<UInt8>: [WordKey]] = [:]

    init(_ analyzer: TextAnalyzer) { self.analyzer = analyzer }

    mutating func forEachWord(of text: ArraySlice<UInt8>, _ body: (WordKey) -> Void) {
        if text.allSatisfy(WordKey.isPlain) { return forEachPlainWord(of: text, body) }
        if let words = cut[text] { return words.forEach(body) }
        let words = analyzer.words(text) { record($0, of: $1) }
        cut[text] = words
        words.forEach(body)
    }

    /// - Parameter text: lower-case ASCII letters and digits only.
    mutating func plainWord(_ text: ArraySlice<UInt8>) -> WordKey {
        var key = WordKey()
        for byte in text { key.append(UInt32(byte)) }
        record(key, of: text.lazy.map(UInt32.init))
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

    private mutating func record(_ key: WordKey, of word: some Collection<UInt32>) {
        guard numbers.first(key.value, where: { _ in true }) == nil else { return }
        numbers.insert(found.count, for: key.value)
        let start = letters.count
        letters.append(contentsOf: word)
        found.append((key, start..<letters.count))
    }

    /// Adds the words to a set. If two words have one look, it stands for the word that was added first.
    fileprivate func add(to known: inout KnownWords) {
        for word in found where !known.contains(word.key) { known.insert(letters[word.letters]) }
    }
}

extension KnownWords {
    /// The words of patterns.
    init(_ lists: [PatternWords]) {
        self.init()
        for words in lists { words.add(to: &self) }
    }
}
