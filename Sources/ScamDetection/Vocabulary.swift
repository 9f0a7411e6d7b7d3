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
