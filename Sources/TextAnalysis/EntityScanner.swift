/// Finds the entity that begins at a given place of a text, if there is one. Each recogniser reads a bounded number of scalars.
///
/// It is a class because it is asked at each word: a copy of the text's many parts each time would take as long as the recognisers do.
final class EntityScanner: Sendable {
    let text: NormalizedText
    let suffixes: PublicSuffixList
    let languages: Languages

    init(text: NormalizedText, suffixes: PublicSuffixList, languages: Languages) {
        self.text = text
        self.suffixes = suffixes
        self.languages = languages
    }

    /// An entity that reaches from the place at which a recogniser began to `end`.
    struct Found {
        var kind: EntityKind
        var end: Int
        var plain: String
        var link: Link?
        var details = Entity.Details()
    }

    /// The largest number of scalars that a recogniser follows. Links in messages are shorter. It bounds the time.
    static let reach = 2048
    /// The largest number of blanks between the parts of an amount or a duration.
    static let maxBlanks = 2
    /// The largest number of letters of a word that recognisers compare.
    static let maxLetters = 24

    /// The entity at a place, or nil where there is none.
    /// - Parameter index: where a word or a sign begins.
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
            if scalar == "+" || scalar == "(" { return phone(at: index) }
            if scalar == "@" { return mention(at: index) }
            return languages.money.symbol(scalar) != nil ? money(at: index) : nil
        default:
            return nil
        }
    }

    /// The keys of words that blanks separate.
    static func keys(_ words: String) -> Set<WordKey> {
        Set(words.split(separator: " ").map { WordKey(letters: $0) })
    }

    func digitsEnd(_ index: Int) -> Int {
        var end = index
        while text.at(end).isASCIIDigit { end += 1 }
        return end
    }

    /// Returns the end of the run of ASCII letters at a place, or the place after the first letters if there are more than
    /// `limit`.
    func lettersEnd(_ index: Int, limit: Int = EntityScanner.maxLetters) -> Int {
        var end = index
        while end - index < limit, text.at(end).isASCIILower { end += 1 }
        return end
    }

    /// Returns the place after at most `limit` blanks. Line feeds count only when asked for.
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
