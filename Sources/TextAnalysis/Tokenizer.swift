/// Cuts a normalised text into words and entities and counts its sentences.
struct Tokenizer {
    private(set) var tokens: [Token] = []
    private(set) var entities: [Entity] = []

    private let text: NormalizedText
    private let confusables: Confusables
    private let variants: HanVariants
    private var sentence = 0
    /// Whether anything but blanks came since the last sentence end.
    private var sentenceHasText = false
    /// The next of the text's hidden characters.
    private var nextHidden = 0

    init(_ text: NormalizedText, scanner: EntityScanner?, confusables: Confusables, variants: HanVariants) {
        self.text = text
        self.confusables = confusables
        self.variants = variants
        tokens.reserveCapacity(text.count / 5)
        var index = 0
        while index < text.count {
            switch text.classes[index] {
            case .newline:
                index = newline(index)
            case .space:
                index += 1
            case .letter, .digit:
                if let found = scanner?.entity(at: index) {
                    index = add(found, from: index)
                } else {
                    index = word(index)
                }
            case .ideograph:
                index = ideograph(index)
            case .other:
                if let found = scanner?.entity(at: index), !text.isAlphanumeric(index - 1) {
                    index = add(found, from: index)
                } else {
                    index = sign(index)
                }
            case .mark, .apostrophe:
                index += 1
            }
        }
    }

    private mutating func add(_ found: EntityScanner.Found, from index: Int) -> Int {
        let range = text.raw(index..<found.end)
        let key = WordKey(found.plain.unicodeScalars.lazy.map(\.value))
        entities.append(
            Entity(
                kind: found.kind, range: range, text: found.plain, link: found.link, details: found.details))
        tokens.append(
            Token(
                key: key, kind: found.kind, range: range, sentence: sentence,
                isHandle: found.kind == .handle || found.details.messenger != nil, span: index..<found.end))
        sentenceHasText = true
        return found.end
    }

    private mutating func append(_ key: WordKey, _ span: Range<Int>, _ disguise: Token.Disguise? = nil) {
        tokens.append(
            Token(
                key: key, kind: nil, range: text.raw(span), sentence: sentence, disguise: disguise,
                span: span))
        sentenceHasText = true
    }

    /// A run of letters and digits with apostrophes inside; an article or pronoun before an apostrophe (`l'adresse`) is a
    /// word of its own. Accents don't count: phones and text recognition often leave them out.
    private mutating func word(_ index: Int) -> Int {
        var end = index
        var hasLatin = false
        var hasOther = false
        scan: while end < text.count {
            switch text.classes[end] {
            case .letter:
                if text.folded[end] < 0x80 { hasLatin = true } else { hasOther = true }
            case .digit, .mark:
                break
            case .apostrophe:
                guard end + 1 < text.count, text.classes[end + 1] == .letter, !isElision(index..<end) else {
                    break scan
                }
            default:
                break scan
            }
            end += 1
        }
        var key = WordKey()
        var disguise: Token.Disguise?
        if hasLatin, hasOther {
            for position in index..<end {
                let folded = text.folded[position]
                let latin =
                    folded < 0x80
                    ? nil : confusables.latinLetter(cased: text.cased[position], folded: folded)
                // Latin letters such as `ł` are at home among others.
                if latin != nil, folded >= Self.firstOtherScript { disguise = .lookalike }
                key.appendPlain(latin ?? folded)
            }
        } else {
            for scalar in text.folded[index..<end] { key.appendPlain(scalar) }
        }
        append(key, index..<end, hasHidden(index..<end) ? .hidden : disguise)
        return end
    }

    /// Whether the letters before an apostrophe are an elided word of a Romance language. `l'm`, `l'll`, `l've` and `l'd` are English,
    /// with an `l` read for an `I`.
    private func isElision(_ word: Range<Int>) -> Bool {
        switch word.count {
        case 1:
            switch text.folded[word.lowerBound] {
            case 0x6C:  // l
                let next = word.upperBound + 1
                var end = next
                while end < text.count, text.classes[end] == .letter, end - next <= 2 { end += 1 }
                return !Self.englishEndings.contains(WordKey(text.folded[next..<end]))
            case 0x64, 0x6A, 0x6D, 0x6E, 0x73, 0x74, 0x63: return true  // d j m n s t c
            default: return false
            }
        case 2, 5, 6:  // qu', jusqu', lorsqu', puisqu'
            return text.at(word.upperBound - 2) == 0x71 && text.at(word.upperBound - 1) == 0x75
        default: return false
        }
    }

    private static let englishEndings: Set<WordKey> = Set(
        ["m", "ll", "ve", "d"].map { WordKey($0.unicodeScalars.map(\.value)) })

    /// Where Greek begins.
    private static let firstOtherScript: UInt32 = 0x370
    /// Where Hebrew begins; from here on some scripts need joiners inside words.
    private static let firstWithJoiners: UInt32 = 0x590

    /// Whether characters that nobody sees stand inside a word; asked for in order.
    private mutating func hasHidden(_ span: Range<Int>) -> Bool {
        let hidden = text.hidden
        while nextHidden < hidden.count, hidden[nextHidden] <= span.lowerBound { nextHidden += 1 }
        guard nextHidden < hidden.count, hidden[nextHidden] < span.upperBound else { return false }
        return text.folded[span].allSatisfy { $0 < Self.firstWithJoiners }
    }

    private mutating func ideograph(_ index: Int) -> Int {
        var end = index + 1
        while end < text.count, text.classes[end] == .mark { end += 1 }
        append(WordKey(text.folded[index..<end].lazy.map(variants.simplified)), index..<end)
        return end
    }

    /// A blank line ends the sentence; a single line break doesn't.
    private mutating func newline(_ index: Int) -> Int {
        var next = index + 1
        while next < text.count, text.classes[next] == .space { next += 1 }
        if next < text.count, text.classes[next] == .newline { endSentence() }
        return next
    }

    private mutating func sign(_ index: Int) -> Int {
        switch text.at(index) {
        case 0x3002, 0xFF61:  // 。
            endSentence()
        case 0x21, 0x3F:
            if isFollowedByBlank(index + 1)
                || (index + 1 < text.count && text.classes[index + 1] == .ideograph)
            {
                endSentence()
            }
        case 0x2E:
            if isFollowedByBlank(index + 1), !isAbbreviation(before: index) { endSentence() }
        default: break
        }
        return index + 1
    }

    private mutating func endSentence() {
        guard sentenceHasText else { return }
        sentence += 1
        sentenceHasText = false
    }

    /// Closing quotes, brackets and further stops may stand before the blank.
    private func isFollowedByBlank(_ index: Int) -> Bool {
        var next = index
        while next - index < 8 {
            switch text.at(next) {
            case 0x22, 0x27, 0x29, 0x5D, 0x2A: next += 1
            default:
                return next >= text.count || text.classes[next] == .space || text.classes[next] == .newline
            }
        }
        return false
    }

    /// `Mr.`, and single letters after a stop as in `U.S.`
    private func isAbbreviation(before index: Int) -> Bool {
        var start = index
        while start > 0, index - start < 4, text.classes[start - 1] == .letter { start -= 1 }
        switch index - start {
        case 1: return text.at(start - 1) == 0x2E
        case 2, 3: return Self.titles.contains(WordKey(text.folded[start..<index]))
        default: return false
        }
    }

    private static let titles: Set<WordKey> = Set(
        ["mr", "mrs", "ms", "dr"].map { WordKey($0.unicodeScalars.map(\.value)) })
}
