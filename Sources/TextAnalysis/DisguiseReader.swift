/// Reads disguised words: the reading must give a known word where what is written gives none.
///
/// Only unknown words are looked at, each a bounded number of times, so that the time is linear in the text. All figures were
/// chosen on the rules' examples after `scripts/obfuscate`, and on harmless development messages.
struct DisguiseReader {
    /// A range of tokens, and the tokens that replace them.
    struct Reading {
        var tokens: Range<Int>
        var words: [Token]
    }

    let text: NormalizedText
    let tokens: [Token]
    let known: KnownWords
    let languages: Languages
    private let confusables: Confusables
    /// For each token, whether it is a known word as it is written.
    let isKnown: [Bool]
    /// Whether the text is mostly Latin, so that a word in another script alone may be in disguise.
    private let isLatin: Bool
    /// The looks by which all unknown words are read, since many words of the text show the same distortion.
    private var habits: [WordLook.Kind] = []
    /// The readings in the order of the text.
    var readings: [Reading] = []
    /// Runs of spelled-out letters that hold no known word.
    var unreadRuns: [Range<Int>] = []
    /// Whether the text breaks many words into parts, so that a part may be a single letter or a word.
    private var breaksWords = false
    /// Whether the text leaves blanks out, so that also shorter words are cut.
    private(set) var gluesWords = false
    /// The number of letters that may still be cut into words. It bounds the time for one text.
    var lettersToCut = 0
    private static let lettersToCut = 6_000

    /// The largest number of letters of a word. No word of the rules has as many.
    static let maxWord = 24
    /// The largest number of letters of a word with repeated letters.
    private static let maxStretched = 3 * maxWord
    /// The largest number of parts into which blanks or signs may break a word.
    private static let maxParts = 3
    /// If one of the parts is a known word by itself, the joined word needs at least this many letters.
    private static let minSplit = 5
    /// If no part is a known word, or a sign joins the parts, the joined word needs at least this many letters.
    private static let minUnlikelySplit = 4
    /// The same if the text breaks many words.
    private static let minHabitualSplit = 3
    init(
        _ text: NormalizedText, tokens: [Token], known: KnownWords, confusables: Confusables,
        languages: Languages
    ) {
        self.text = text
        self.tokens = tokens
        self.known = known
        self.confusables = confusables
        self.languages = languages
        isKnown = tokens.map { $0.kind == nil && known.contains($0.key) }
        isLatin = Self.isMostlyLatin(text, confusables)
        habits = [.stretched, .shuffled, .vowelless].filter { isHabit($0) }
        readAll()
        breaksWords = isOftenBroken
        gluesWords = readings.count { $0.words.count > 1 } > 1
        if breaksWords || gluesWords { readAll() }
        joinUnreadRuns()
    }

    private mutating func readAll() {
        readings = []
        unreadRuns = []
        lettersToCut = Self.lettersToCut
        var index = 0
        while index < tokens.count { index = read(index) }
    }

    /// Whether so many words are broken into parts that it is the text's habit.
    private var isOftenBroken: Bool {
        let count = readings.count { $0.tokens.count > 1 && $0.words[0].disguise == .split }
        return count >= Self.minHabitualBreaks && count * Self.wordsPerHabitual >= tokens.count
    }

    /// Whether the text has at least as many Latin letters as other ones. Letters that look like Latin ones are neither.
    private static func isMostlyLatin(_ text: NormalizedText, _ confusables: Confusables) -> Bool {
        var latin = 0
        for index in text.folded.indices {
            switch text.classes[index] {
            case .letter:
                let folded = text.folded[index]
                if folded < Script.firstOtherScript || LatinFolding.isRare(folded) {
                    latin += 1
                } else if confusables.latinLetter(cased: text.cased[index], folded: folded) == nil {
                    latin -= 1
                }
            case .ideograph: latin -= 1
            default: break
            }
        }
        return latin >= 0
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
        if !isKnown[index], let word = distorted(tokens[index].span) {
            append(word, .distorted, index..<(index + 1))
            return index + 1
        }
        if !isKnown[index], cut(index) { return index + 1 }
        return parts(index) ?? (index + 1)
    }

    mutating func append(_ word: WordKey, _ disguise: Token.Disguise, _ range: Range<Int>) {
        var token = tokens[range.lowerBound]
        let last = tokens[range.upperBound - 1]
        token.key = word
        token.disguise = disguise
        token.range = token.range.lowerBound..<max(token.range.upperBound, last.range.upperBound)
        token.span = token.span.lowerBound..<last.span.upperBound
        readings.append(Reading(tokens: range, words: [token]))
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

    func latin(_ index: Int) -> UInt32 {
        let folded = text.folded[index]
        if folded < 0x80 || !LatinFolding.plainLetters(of: folded).isEmpty { return folded }
        return confusables.latinLetter(cased: text.cased[index], folded: folded) ?? folded
    }

    // MARK: Words whose letters are repeated or have changed places

    /// Fewest words that a habit shows in, and the fewest words of the text for each of them.
    private static let minHabitual = 3
    private static let wordsPerHabitual = 8
    /// Fewest words that must be broken into parts. Two are no chance, as each has a part that is no word.
    private static let minHabitualBreaks = 2
    /// If this many more words are none of a kind than are, the rest isn't looked at.
    private static let manyOthers = 8

    /// Whether so many unknown words are known ones in a distortion that no other can be meant. Of the unknown words that may be so
    /// distorted, at least half must be known words.
    private func isHabit(_ kind: WordLook.Kind) -> Bool {
        var (possible, found) = (0, 0)
        for index in tokens.indices where mayBe(kind, index) {
            possible += 1
            if known.word(look(kind, tokens[index].span)) != nil { found += 1 }
            guard possible < found * 2 + Self.manyOthers else { return false }
        }
        return found >= Self.minHabitual && found * 2 >= possible
            && found * Self.wordsPerHabitual >= tokens.count
    }

    private func mayBe(_ kind: WordLook.Kind, _ index: Int) -> Bool {
        guard !isKnown[index], tokens[index].kind == nil else { return false }
        let span = tokens[index].span
        guard kind.minWritten...Self.maxStretched ~= span.count, isLatinWord(span) else { return false }
        let isPossible =
            switch kind {
            case .stretched: hasRepetition(span, 2)
            case .vowelless:
                isLowerCase(span)
                    && !span.dropFirst().dropLast().contains { WordLook.isVowel(text.folded[$0]) }
            default: true
            }
        return isPossible && languages.mask(of: tokens[index].key) == 0
    }

    private func isLatinWord(_ span: Range<Int>) -> Bool {
        for index in span {
            let folded = text.folded[index]
            guard folded.isASCIILower || folded >= 0x80 && !LatinFolding.plainLetters(of: folded).isEmpty
            else {
                return false
            }
        }
        return true
    }

    private func isLowerCase(_ span: Range<Int>) -> Bool {
        for index in span where text.cased[index] != text.folded[index] { return false }
        return true
    }

    /// Whether a letter stands so many times in a row.
    private func hasRepetition(_ span: Range<Int>, _ times: Int) -> Bool {
        var count = 0
        var last: UInt32 = 0
        for index in span {
            count = text.folded[index] == last ? count + 1 : 1
            if count == times { return true }
            last = text.folded[index]
        }
        return false
    }

    /// The known word that an unknown one is distorted from. A letter three times in a row is no word's; other distortions must be
    /// the text's habit.
    private func distorted(_ span: Range<Int>) -> WordKey? {
        let kinds = hasRepetition(span, 3) ? [.stretched] : habits
        guard !kinds.isEmpty, span.count <= Self.maxStretched, isLatinWord(span) else { return nil }
        for kind in kinds where span.count >= kind.minWritten {
            if let word = known.word(look(kind, span)) { return word }
        }
        return nil
    }

    private func look(_ kind: WordLook.Kind, _ span: Range<Int>) -> WordLook {
        var look = WordLook(kind)
        for scalar in text.folded[span] { look.append(scalar) }
        return look
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
            guard end > index, unknown > 0 || isGlued || breaksWords else { continue }
            let shortest =
                breaksWords
                ? Self.minHabitualSplit
                : unknown > end - index || isGlued ? Self.minUnlikelySplit : Self.minSplit
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
        return span.count > 1 || breaksWords || !text.isBlank(span.upperBound)
            || !text.isBlank(span.lowerBound - 1)
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
}
