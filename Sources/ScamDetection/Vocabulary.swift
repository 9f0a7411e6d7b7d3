import TextAnalysis

/// Numbers for the words that patterns use. The first numbers stand for the entity kinds.
struct Vocabulary: Sendable {
    typealias ID = Int32

    private(set) var count = Entity.Kind.allCases.count
    private var words = HashIndex(capacity: 1 << 12)

    private static let kinds: [Entity.Kind: ID] = Dictionary(
        uniqueKeysWithValues: zip(Entity.Kind.allCases, 0...))

    static func id(_ kind: Entity.Kind) -> ID { kinds[kind] ?? -1 }

    mutating func add(_ words: PatternWords) {
        for word in words.found where id(word.key) == nil {
            self.words.insert(count, for: word.key.value)
            count += 1
        }
    }

    func id(_ word: WordKey) -> ID? { words.first(word.value).map { ID(truncatingIfNeeded: $0) } }

    /// What one token counts as: its word, its kind, or two of them: a code's digits, a link to an account.
    struct Symbols {
        var first: ID
        var second: ID = -1
    }

    func symbols(_ token: Token) -> Symbols {
        guard let kind = token.kind else { return Symbols(first: id(token.key) ?? -1) }
        if token.isHandle, kind != .handle { return Symbols(first: Self.id(kind), second: Self.id(.handle)) }
        return Symbols(first: Self.id(kind), second: kind == .code ? id(token.key) ?? -1 : -1)
    }
}
