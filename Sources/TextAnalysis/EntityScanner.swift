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

extension EntityScanner {
    /// The largest length of the part before the at sign, in octets (RFC 5321).
    private static let maxLocalPart = 64

    /// An e-mail address: `local@host.suffix`, also written as `local [at] host [dot] suffix`. The suffix must be a listed one.
    func email(at index: Int) -> Found? {
        guard index == 0 || !isLocalPart(text.at(index - 1)) else { return nil }
        var at = index
        while at - index <= Self.maxLocalPart, isLocalPart(text.at(at)) { at += 1 }
        guard at > index, let (hostStart, isDisguised) = atSignEnd(at) else { return nil }
        let host = readHost(hostStart, mayContinue: false)
        guard let match = suffixes.match(Substring(host.name)), match.isListed,
            match.registrableDomain != nil, isDisguised || !host.isObfuscated
        else { return nil }
        let plain = string(index..<at) + "@" + host.name
        return Found(kind: .email, end: host.end, plain: plain)
    }

    /// Returns the place after `@`, `[at]`, `(at)` or `{at}`, which may have a blank on each side.
    private func atSignEnd(_ index: Int) -> (end: Int, isDisguised: Bool)? {
        if text.at(index) == "@" { return (index + 1, false) }
        let open = skipBlanks(index, limit: 1)
        guard let close = text.at(open).closingBracket,
            matches("at", at: open + 1) || text.at(open + 1) == "@"
        else { return nil }
        let inside = text.at(open + 1) == "@" ? open + 2 : open + 3
        return text.at(inside) == close ? (skipBlanks(inside + 1, limit: 1), true) : nil
    }

    private func isLocalPart(_ scalar: UInt32) -> Bool {
        scalar.isASCIIAlphanumeric || scalar == "." || scalar == "_" || scalar == "%" || scalar == "+"
            || scalar == "-"
    }
}

extension EntityScanner {
    /// The largest length of a number, in characters: two numbers of three digits with a hyphen between them.
    private static let maxNumber = 7

    private static let numbers = keys("one two three four five six seven eight nine ten eleven twelve a an")
    private static let units = keys(
        "minute minutes min mins hour hours hr hrs day days week weeks wk wks month months")
    /// Words that may stand between a number and `days`.
    private static let dayKinds = keys("business working calendar")
    /// Units that may follow the digits without a blank.
    private static let shortUnits = keys("h min mins hr hrs minutes hours days day hour minute weeks months")

    /// A duration: a number and a unit of time, such as `48 hours`, `24h`, `two business days`, `3-5 days`.
    func duration(at index: Int) -> Found? {
        guard let number = numberEnd(index) else { return nil }
        var end = number.end
        if number.isDigits, text.at(end).isASCIILower {
            let unit = lettersEnd(end)
            guard Self.shortUnits.contains(wordKey(end..<unit)), !text.isAlphanumeric(unit) else {
                return nil
            }
            end = unit
        } else {
            var word = text.at(end) == "-" ? end + 1 : skipBlanks(end, limit: Self.maxBlanks, orNewline: true)
            guard word > end else { return nil }
            var unit = lettersEnd(word)
            if Self.dayKinds.contains(wordKey(word..<unit)) {
                word = skipBlanks(unit, limit: Self.maxBlanks, orNewline: true)
                unit = lettersEnd(word)
                guard matches("day", at: word) else { return nil }
            }
            guard unit > word, Self.units.contains(wordKey(word..<unit)), !text.isAlphanumeric(unit) else {
                return nil
            }
            end = unit
        }
        let words = string(index..<end).split(whereSeparator: \.isWhitespace)
        return Found(kind: .duration, end: end, plain: words.joined(separator: " "))
    }

    private func numberEnd(_ index: Int) -> (end: Int, isDigits: Bool)? {
        guard text.at(index).isASCIIDigit else {
            let end = lettersEnd(index, limit: Self.maxNumber)
            guard end > index, Self.numbers.contains(wordKey(index..<end)), !text.isAlphanumeric(end) else {
                return nil
            }
            return (end, false)
        }
        guard !joinsDigit(before: index) else { return nil }
        var end = digitsEnd(index)
        let between = text.at(end)
        if between == "-" || between == ".", text.at(end + 1).isASCIIDigit { end = digitsEnd(end + 1) }
        return end - index <= Self.maxNumber ? (end, true) : nil
    }
}
