package import TextAnalysis

/// What learned weights are given to: the words of a text, its neighbouring pairs of words, and the kinds of its entities.
package enum WordFeatures {
    /// Calls `body` with the key and the tokens of each feature, in the order of the text. A feature that occurs twice is given
    /// twice. An entity counts as its kind, so that no link, number or name of a single message is learned.
    package static func forEach(in text: AnalyzedText, _ body: (_ key: UInt64, _ tokens: Range<Int>) -> Void)
    {
        var previous: (key: WordKey, sentence: Int)?
        for index in text.tokens.indices {
            let (kind, sentence) = (text.tokens[index].kind, text.tokens[index].sentence)
            let key = kind.map { kindKeys[$0] ?? WordKey() } ?? text.tokens[index].key
            body(key.value, index..<index + 1)
            if let previous, previous.sentence == sentence {
                body(pair(previous.key, key), index - 1..<index + 1)
            }
            previous = (key, sentence)
        }
    }

    /// The key of a feature as a file writes it: one or two words, of which each may be the kind of an entity, `<url>`.
    /// - Returns: nil if there are no words or more than two.
    static func key(of written: ArraySlice<UInt8>, _ analyzer: TextAnalyzer) -> UInt64? {
        var keys: [WordKey] = []
        for part in written.split(separator: 0x20) {
            if part.first == UInt8(ascii: "<") {
                guard let kind = kinds[part.text] else { return nil }
                keys.append(kindKeys[kind] ?? WordKey())
            } else if !WordKey.appendPlain(part, to: &keys) {
                keys += analyzer.words(part) { _, _ in }
            }
        }
        switch keys.count {
        case 1: return keys[0].value
        case 2: return pair(keys[0], keys[1])
        default: return nil
        }
    }

    /// The way in which files write the kind of an entity.
    package static func written(_ kind: EntityKind) -> String { "<\(kind.rawValue)>" }

    /// Whether a feature is the kind of an entity alone.
    package static func isKind(_ written: String) -> Bool { kinds[written] != nil }

    private static let kinds = Dictionary(uniqueKeysWithValues: EntityKind.allCases.map { (written($0), $0) })
    /// No word has such a key, as words have no angle brackets.
    private static let kindKeys = Dictionary(
        uniqueKeysWithValues: EntityKind.allCases.map { kind in
            (kind, WordKey(written(kind).unicodeScalars.lazy.map(\.value)))
        })

    private static func pair(_ first: WordKey, _ second: WordKey) -> UInt64 {
        var key = first
        key.append(0x20)
        // The halves are put in one after the other, as the hash takes 32 bits at a time.
        key.append(UInt32(truncatingIfNeeded: second.value))
        key.append(UInt32(truncatingIfNeeded: second.value >> 32))
        return key.value
    }
}
