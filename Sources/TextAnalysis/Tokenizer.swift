/// Cuts a normalised text into words and entities and counts its sentences.
struct Tokenizer {
    private(set) var tokens: [Token] = []
    private(set) var entities: [Entity] = []

    private let text: NormalizedText
    private let confusables: Confusables
    private let variants: HanVariants
    private let languages: Languages
    private var sentence = 0
    /// Whether the current sentence holds anything but blanks so far.
    private var sentenceHasText = false
    /// The index in the text's `hidden` of the next invisible character.
    private var nextHidden = 0

    /// An estimate of the number of scalars for each token, to reserve memory: a short word and a blank.
    private static let scalarsPerToken = 5
    /// The largest number of closing quotes and brackets that are skipped between a full stop and a blank. It bounds the time.
    private static let maxClosingSigns = 8
    /// The largest number of letters of an abbreviation before a full stop.
    private static let maxAbbreviation = 3

    /// - Parameter scanner: finds entities; nil if the whole text is to become words.
    init(_ text: NormalizedText, scanner: EntityScanner?, of analyzer: TextAnalyzer) {
        self.text = text
        (confusables, variants, languages) = (analyzer.confusables, analyzer.variants, analyzer.languages)
        tokens.reserveCapacity(text.count / Self.scalarsPerToken)
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
        joinShortSentences()
    }

    private mutating func add(_ found: EntityScanner.Found, from index: Int) -> Int {
        let range = text.raw(index..<found.end)
        let key = WordKey(letters: found.plain)
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

    /// Adds a run of letters and digits with apostrophes inside. An article or pronoun before an apostrophe (`l'adresse`) is a word
    /// of its own. Accents don't count, as phones and text recognition often leave them out.
    /// - Returns: the place after the word.
    private mutating func word(_ index: Int) -> Int {
        var end = index
        var hasLatin = false
        var hasOther = false
        var script: Script?
        scan: while end < text.count {
            switch text.classes[end] {
            case .letter:
                if text.folded[end] < 0x80 {
                    hasLatin = true
                } else {
                    hasOther = true
                    let folded = text.folded[end]
                    // No language has words with letters of two scripts: Latin letters are meant.
                    if LatinFolding.isRare(folded) { hasLatin = true }
                    if folded >= Script.firstOtherScript {
                        let found = Script(of: folded)
                        if let script, script != found { hasLatin = true }
                        script = found
                    }
                }
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
                // A Latin letter such as `ł` is not a disguise.
                if latin != nil, folded >= Script.firstOtherScript { disguise = .lookalike }
                key.appendPlain(latin ?? folded)
            }
        } else {
            for scalar in text.folded[index..<end] { key.appendPlain(scalar) }
        }
        append(key, index..<end, hasHidden(index..<end) ? .hidden : disguise)
        return end
    }

    /// Whether the letters before an apostrophe are an elided word: an article, a pronoun, or in Italian a preposition with its article.
    private func isElision(_ word: Range<Int>) -> Bool {
        guard languages.has(WordKey(text.folded[word]), in: .elisions) else { return false }
        guard word.count == 1, text.at(word.lowerBound) == "l" else { return true }
        // `l'm`, `l'll`, `l've` and `l'd` are English, with an `l` read for an `I`.
        let next = word.upperBound + 1
        let end = (next...next + 2).first { text.classes[safe: $0] != .letter } ?? next + 3
        return !languages.has(WordKey(text.folded[next..<end]), in: .contractions)
    }

    /// The first scalar of Hebrew: from here on some scripts need invisible joiners inside words.
    private static let firstWithJoiners: UInt32 = 0x590

    /// Whether characters that nobody sees stand inside a word. Must be called for the words in their order.
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

    /// Skips a line's end. A blank line ends the sentence, a single line's end doesn't.
    private mutating func newline(_ index: Int) -> Int {
        var next = index + 1
        while next < text.count, text.classes[next] == .space { next += 1 }
        if next < text.count, text.classes[next] == .newline { endSentence() }
        return next
    }

    private mutating func sign(_ index: Int) -> Int {
        switch text.at(index) {
        case "。", "｡", "।", "۔", "؟":
            endSentence()
        case "!", "?":
            if isFollowedByBlank(index + 1)
                || (index + 1 < text.count && text.classes[index + 1] == .ideograph)
            {
                endSentence()
            }
        case ".":
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

    /// The fewest sentences of a word or two that are one sentence, and the fewest in a hundred of them with a single word. A sender may
    /// put a stop behind each word, but nobody speaks so.
    private static let fewestShort = 6
    private static let fewestSingle = 75

    private mutating func joinShortSentences() {
        guard sentence >= Self.fewestShort else { return }
        var starts = tokens.indices.filter { $0 == 0 || tokens[$0].sentence != tokens[$0 - 1].sentence }
        starts.append(tokens.count)
        let lengths = zip(starts.dropFirst(), starts).map { $0 - $1 }
        var first = 0
        while first < lengths.count {
            var end = first
            while end < lengths.count, lengths[end] <= 2 { end += 1 }
            let single = lengths[first..<end].count { $0 == 1 }
            if end - first >= Self.fewestShort, single * 100 >= (end - first) * Self.fewestSingle {
                for index in starts[first]..<starts[end] {
                    tokens[index].sentence = tokens[starts[first]].sentence
                }
            }
            first = end + 1
        }
    }

    /// Whether a blank follows, possibly after closing quotes and brackets.
    private func isFollowedByBlank(_ index: Int) -> Bool {
        var next = index
        while next - index < Self.maxClosingSigns {
            switch text.at(next) {
            case "\"", "'", ")", "]", "*": next += 1
            default:
                return next >= text.count || text.classes[next] == .space || text.classes[next] == .newline
            }
        }
        return false
    }

    /// Whether the letters before a full stop are an abbreviation: `Mr.`, and single letters after a stop as in `U.S.`
    private func isAbbreviation(before index: Int) -> Bool {
        var start = index
        while start > 0, index - start <= Self.maxAbbreviation, text.classes[start - 1] == .letter {
            start -= 1
        }
        switch index - start {
        case 1: return text.at(start - 1) == "."
        case 2, 3: return languages.has(WordKey(text.folded[start..<index]), in: .abbreviations)
        default: return false
        }
    }
}
