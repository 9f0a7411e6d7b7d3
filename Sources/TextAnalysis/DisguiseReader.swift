/// Reads disguised words: the reading must give a known word where what is written gives none.
///
/// Only unknown words are looked at, each a bounded number of times, so that the time is linear in the text. All figures were
/// chosen on the rules' examples after `scripts/obfuscate`, and on harmless development messages.
struct DisguiseReader {
    /// A range of tokens, and the one token that replaces them.
    struct Reading {
        var tokens: Range<Int>
        var token: Token
    }

    private let text: NormalizedText
    private let tokens: [Token]
    private let known: KnownWords
    private let confusables: Confusables
    /// For each token, whether it is a known word as it is written.
    private let isKnown: [Bool]
    /// Whether the text is mostly Latin, so that a word in another script alone may be in disguise.
    private let isLatin: Bool
    private(set) var readings: [Reading] = []

    /// The largest number of letters of a word. No word of the rules has as many.
    static let maxWord = 24
    /// The largest number of parts into which blanks or signs may break a word.
    private static let maxParts = 3
    /// If one of the parts is a known word by itself, the joined word needs at least this many letters.
    private static let minSplit = 5
    /// If no part is a known word, or a sign joins the parts, the joined word needs at least this many letters.
    private static let minUnlikelySplit = 4
    /// A word that is spelled out needs at least this many letters: two single letters are initials.
    private static let minSpelled = 3
    /// The largest number of letters of a run in which spelled-out words are looked for. It bounds the time for one run.
    private static let maxRun = 64

    init(_ text: NormalizedText, tokens: [Token], known: KnownWords, confusables: Confusables) {
        self.text = text
        self.tokens = tokens
        self.known = known
        self.confusables = confusables
        isKnown = tokens.map { $0.kind == nil && known.contains($0.key) }
        isLatin = text.isMostlyLatin
        var index = 0
        while index < tokens.count { index = read(index) }
    }

    /// Reads the word at a token.
    /// - Returns: index of the next token to look at.
    private mutating func read(_ index: Int) -> Int {
        guard tokens[index].kind == nil, text.classes[tokens[index].span.lowerBound] != .ideograph else {
            return index + 1
        }
        if tokens[index].span.count == 1, let end = spelled(index) { return end }
        if !isKnown[index], let (word, disguise) = likeness(tokens[index].span) {
            append(word, disguise, index..<(index + 1))
            return index + 1
        }
        return parts(index) ?? (index + 1)
    }

    private mutating func append(_ word: WordKey, _ disguise: Token.Disguise, _ range: Range<Int>) {
        var token = tokens[range.lowerBound]
        let last = tokens[range.upperBound - 1]
        token.key = word
        token.disguise = disguise
        token.range = token.range.lowerBound..<max(token.range.upperBound, last.range.upperBound)
        token.span = token.span.lowerBound..<last.span.upperBound
        readings.append(Reading(tokens: range, token: token))
    }

    // MARK: Words with letters that aren't what they seem to be

    /// The known word that a stretch of scalars looks like, with a sign before or after it if one stands there.
    private func likeness(_ span: Range<Int>) -> (WordKey, Token.Disguise)? {
        guard span.count <= Self.maxWord else { return nil }
        var start = span.lowerBound
        var end = span.upperBound
        if WordLook.isSign(text.at(start - 1)), !text.isAlphanumeric(start - 2) { start -= 1 }
        if WordLook.isSign(text.at(end)), !text.isAlphanumeric(end + 1) { end += 1 }
        if end - start > span.count, text.at(end - 1) != "!" {
            if let found = likenessAsWritten(start..<end) { return found }
        }
        return likenessAsWritten(span)
    }

    private func likenessAsWritten(_ span: Range<Int>) -> (WordKey, Token.Disguise)? {
        var evidence = DisguiseEvidence()
        for index in span {
            evidence.add(
                text.folded[index], cased: text.cased[index],
                latin: text.folded[index] < 0x80
                    ? nil : confusables.latinLetter(cased: text.cased[index], folded: text.folded[index]))
        }
        guard let kind = evidence.look(isLatin: isLatin), !(evidence.isNumbered && isUnit(span.dropFirst()))
        else {
            return nil
        }
        var look = WordLook(kind)
        for index in span { look.append(latin(index)) }
        return known.word(look).map { ($0, evidence.isCertain ? .lookalike : .misread) }
    }

    /// Whether the letters after a digit may be a word of their own, such as a unit.
    private func isUnit(_ span: Range<Int>) -> Bool {
        if span.count <= 2 { return text.at(span.lowerBound - 1) != "0" }
        var key = WordKey()
        for scalar in text.folded[span] { key.appendPlain(scalar) }
        return known.contains(key)
    }

    private func latin(_ index: Int) -> UInt32 {
        let folded = text.folded[index]
        if folded < 0x80 || !LatinFolding.plainLetters(of: folded).isEmpty { return folded }
        return confusables.latinLetter(cased: text.cased[index], folded: folded) ?? folded
    }

    // MARK: Words that blanks or signs break into parts

    /// Joins a word with the next one or two if they make a known word. One of them must be unknown, or a sign must stand
    /// between them that never stands between two words.
    /// - Returns: index of the token after them, or nil where they make no word.
    private mutating func parts(_ index: Int) -> Int? {
        var length = 0
        var unknown = 0
        var isGlued = true
        for end in index..<min(index + Self.maxParts, tokens.count) {
            let token = tokens[end]
            guard token.kind == nil, token.sentence == tokens[index].sentence else { return nil }
            if end > index {
                let gap = tokens[end - 1].span.upperBound..<token.span.lowerBound
                guard isJoint(gap) else { return nil }
                isGlued = isGlued && isGlue(gap)
            }
            length += token.span.count
            if !isKnown[end] { unknown += 1 }
            guard length <= Self.maxWord, isPart(token.span) else { return nil }
            guard end > index, unknown > 0 || isGlued else { continue }
            let shortest = unknown > end - index || isGlued ? Self.minUnlikelySplit : Self.minSplit
            if let (word, disguise) = joined(index...end, shortest: shortest) {
                append(word, disguise, index..<(end + 1))
                return end + 1
            }
        }
        return nil
    }

    /// Whether a gap never stands between two words: a line's end after a hyphen, or a sign such as `_`.
    private func isGlue(_ gap: Range<Int>) -> Bool {
        if gap.count == 2 { return true }
        switch text.at(gap.lowerBound) {
        case "_", "*", "~", "|", "^", "·": return true
        default: return false
        }
    }

    /// Whether a token may be a part of a word. Single letters are words or initials, unless a sign joins them to the rest.
    private func isPart(_ span: Range<Int>) -> Bool {
        guard text.classes[span.lowerBound] == .letter || text.classes[span.lowerBound] == .digit else {
            return false
        }
        return span.count > 1 || !text.isBlank(span.upperBound) || !text.isBlank(span.lowerBound - 1)
    }

    /// Whether a gap may stand inside a word: it is a blank, a line's end with or without a hyphen, or a single sign.
    private func isJoint(_ gap: Range<Int>) -> Bool {
        switch gap.count {
        case 1: !isApart(text.at(gap.lowerBound))
        case 2:
            (text.at(gap.lowerBound) == "-" && text.classes[gap.lowerBound + 1] == .newline)
                || gap.allSatisfy { WordLook.isSign(text.at($0)) }
        default: false
        }
    }

    /// Whether a sign separates words even if no blank stands beside it.
    private func isApart(_ scalar: UInt32) -> Bool {
        switch scalar {
        case ",", ":", ";", "?", "&", "(", ")", "[", "]", "=": true
        default: false
        }
    }

    private func joined(_ parts: ClosedRange<Int>, shortest: Int) -> (WordKey, Token.Disguise)? {
        var key = WordKey()
        for token in tokens[parts] {
            for scalar in text.folded[token.span] { key.appendPlain(scalar) }
        }
        let length = tokens[parts].reduce(0) { $0 + $1.span.count }
        if length >= shortest, known.contains(key), !isShouted(parts) { return (key, .split) }
        // The sign between two parts may itself be a letter in disguise, as in `p@yment`.
        let span = tokens[parts.lowerBound].span.lowerBound..<tokens[parts.upperBound].span.upperBound
        let hasSigns = parts.dropFirst().allSatisfy {
            WordLook.isSign(text.at(tokens[$0].span.lowerBound - 1))
        }
        guard hasSigns, !text.folded[span].contains(where: { $0 == " " || $0 == "\n" }) else { return nil }
        return likenessAsWritten(span)
    }

    /// Whether capitals after a blank follow small letters, as in `my AIS`, which is no word in two parts.
    private func isShouted(_ parts: ClosedRange<Int>) -> Bool {
        let first = tokens[parts.lowerBound].span
        let last = tokens[parts.upperBound].span
        return text.cased[first].contains(where: \.isASCIILower)
            && !text.cased[last].contains(where: \.isASCIILower)
            && text.isBlank(last.lowerBound - 1)
    }

    // MARK: Words that are spelled out letter by letter

    /// Reads the words in a run of single letters with the same sign between them.
    /// - Returns: the token after the run, or nil if there is no run.
    private mutating func spelled(_ start: Int) -> Int? {
        guard let sign = separator(after: start) else { return nil }
        var end = start + 1
        while end - start < Self.maxRun, separator(after: end - 1) == sign { end += 1 }
        guard end - start >= Self.minSpelled else { return nil }
        var index = start
        while index + Self.minSpelled <= end { index = spelledWord(index, before: end) }
        // The last letter may be the first of another run: `U S P S p-a-y-p-a-l`.
        return index < end && separator(after: end - 1) != nil ? end - 1 : end
    }

    /// The sign between a letter and the next one, or nil where something else stands there. Line breaks count as blanks.
    private func separator(after index: Int) -> UInt32? {
        guard index + 1 < tokens.count else { return nil }
        let (one, next) = (tokens[index], tokens[index + 1])
        guard one.span.count == 1, next.span.count == 1, one.kind == nil, next.kind == nil,
            next.span.lowerBound == one.span.upperBound + 1, isLetter(one.span), isLetter(next.span)
        else { return nil }
        return text.isBlank(one.span.upperBound) ? UInt32(ascii: " ") : text.at(one.span.upperBound)
    }

    private func isLetter(_ span: Range<Int>) -> Bool {
        text.classes[span.lowerBound] == .letter || text.at(span.lowerBound).isASCIIDigit
    }

    /// Reads the longest known word that begins at a letter of a run.
    /// - Returns: index of the next letter to look at.
    private mutating func spelledWord(_ index: Int, before end: Int) -> Int {
        var key = WordKey()
        var look = WordLook(.lookalike)
        var letters = 0
        var best: (word: WordKey, end: Int)?
        for next in index..<min(end, index + Self.maxWord) {
            let place = tokens[next].span.lowerBound
            if text.classes[place] == .letter { letters += 1 }
            key.appendPlain(text.folded[place])
            look.append(latin(place))
            guard next - index + 1 >= Self.minSpelled, letters > 1 else { continue }
            if known.contains(key) {
                best = (key, next + 1)
            } else if letters * 2 > next - index + 1, let word = known.word(look) {
                best = (word, next + 1)
            }
        }
        guard let best else { return index + 1 }
        append(best.word, .spelledOut, index..<best.end)
        return best.end
    }
}
