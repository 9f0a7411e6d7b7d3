/// Finds the entity that begins at a given place, if any. Every recogniser looks a bounded way ahead.
struct EntityScanner {
    let text: NormalizedText
    let suffixes: PublicSuffixList

    /// What a recogniser found: it covers the scalars from where it was asked up to `end`.
    struct Found {
        var kind: Entity.Kind
        var end: Int
        var plain: String
        var link: Link?
        var details = Entity.Details()
    }

    /// The longest run any recogniser follows; more than any host name or address may have.
    static let reach = 2048

    /// - Parameter index: where a word begins, or a sign.
    func entity(at index: Int) -> Found? {
        switch text.classes[index] {
        case .letter:
            return crypto(at: index) ?? url(at: index) ?? email(at: index) ?? money(at: index)
                ?? duration(at: index) ?? handle(at: index) ?? code(at: index)
        case .digit:
            return crypto(at: index) ?? url(at: index) ?? email(at: index) ?? money(at: index)
                ?? duration(at: index) ?? phone(at: index) ?? handle(at: index) ?? code(at: index)
        case .other:
            let scalar = text.at(index)
            if scalar == 0x2B || scalar == 0x28 { return phone(at: index) }
            if scalar == 0x40 { return mention(at: index) }
            return MoneyNames.isSymbol(scalar) ? money(at: index) : nil
        default:
            return nil
        }
    }

    /// The end of the run of ASCII digits at `index`.
    func digitsEnd(_ index: Int) -> Int {
        var end = index
        while text.at(end).isASCIIDigit { end += 1 }
        return end
    }

    /// The end of the run of ASCII letters at `index`, at most `limit` of them.
    func lettersEnd(_ index: Int, limit: Int = 24) -> Int {
        var end = index
        while end - index < limit, text.at(end).isASCIILower { end += 1 }
        return end
    }

    /// Past at most `limit` blanks; line feeds count only when asked for.
    func skipBlanks(_ index: Int, limit: Int, orNewline: Bool = false) -> Int {
        var end = index
        while end < text.count, end - index < limit,
            text.classes[end] == .space || (orNewline && text.classes[end] == .newline)
        {
            end += 1
        }
        return end
    }

    func matches(_ word: StaticString, at index: Int) -> Bool {
        word.withUTF8Buffer { bytes in
            for (offset, byte) in bytes.enumerated() where text.at(index + offset) != UInt32(byte) {
                return false
            }
            return true
        }
    }

    func string(_ range: Range<Int>, cased: Bool = false) -> String {
        var view = String.UnicodeScalarView()
        for value in cased ? text.cased[range] : text.folded[range] {
            if let scalar = Unicode.Scalar(value) { view.append(scalar) }
        }
        return String(view)
    }

    func wordKey(_ range: Range<Int>) -> WordKey { WordKey(text.folded[range]) }
}
