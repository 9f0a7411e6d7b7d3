/// Words without blanks between them, and words that are spelled out letter by letter.
extension DisguiseReader {
    /// A word that is spelled out needs at least this many letters: two single letters are initials.
    private static let minSpelled = 3
    /// The largest number of signs between two letters that are spelled out. With several it needs more letters, as in `S. I. M.`
    private static let maxGap = 3
    private static let minSpelledApart = 5
    /// A text with this many words spelled out spells out its unknown words too.
    private static let manySpelled = 3

    // MARK: Words without blanks between them

    /// A word that is neither known nor shorter is looked at for blanks left out. Few compounds are as long.
    private static let minGlued = 16
    /// Capitals begin at least this many words, as in `ReadThisNow`. Names of firms and products have two.
    private static let minHumps = 3
    /// At least this many known words must come out.
    private static let minWords = 4
    /// At least this share of the letters must be in known words, in percent.
    private static let minCovered = 75

    /// Cuts an unknown word at its capitals and digits, and long parts into the words that they are made of.
    /// - Returns: whether it was cut.
    mutating func cut(_ index: Int) -> Bool {
        let span = tokens[index].span
        guard span.count >= Self.minHumps * 2 else { return false }
        let isCamel = span.dropFirst().count { isHump($0) } >= Self.minHumps - 1
        guard isCamel || span.count >= Self.minGlued || gluesWords, span.count <= lettersToCut else {
            return false
        }
        let parts = humps(span)
        var words: [Token] = []
        var (known, covered) = (0, 0)
        for part in parts {
            for piece in pieces(part) {
                words.append(token(piece, in: part, of: tokens[index]))
                guard piece.isKnown else { continue }
                known += 1
                covered += piece.range.count
            }
        }
        guard words.count > 1, known >= (gluesWords ? 2 : isCamel ? Self.minHumps : Self.minWords),
            covered * 100 >= span.count * Self.minCovered
        else { return false }
        readings.append(Reading(tokens: index..<(index + 1), words: words))
        return true
    }

    private mutating func pieces(_ part: Range<Int>) -> [WordCutter.Piece] {
        lettersToCut -= part.count
        return WordCutter(known, languages: languages).pieces(letters(part))
    }

    private func letters(_ span: Range<Int>) -> [WordCutter.Letter] {
        span.map { .init(folded: text.folded[$0], latin: latin($0)) }
    }

    private func token(_ piece: WordCutter.Piece, in part: Range<Int>, of whole: Token) -> Token {
        var token = whole
        token.key = piece.key
        token.disguise = .split
        token.span = (part.lowerBound + piece.range.lowerBound)..<(part.lowerBound + piece.range.upperBound)
        token.range = text.raw(token.span)
        return token
    }

    /// The parts of a word that begin with a capital after a small letter, and those of digits.
    private func humps(_ span: Range<Int>) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = span.lowerBound
        for index in span.dropFirst() where isHump(index) {
            parts.append(start..<index)
            start = index
        }
        parts.append(start..<span.upperBound)
        return parts
    }

    private func isHump(_ index: Int) -> Bool {
        text.cased[index].isASCIIUpper && text.cased[index - 1].isASCIILower
            || (text.classes[index] == .digit) != (text.classes[index - 1] == .digit)
    }

    // MARK: Words that are spelled out letter by letter

    /// Reads the words in a run of single letters with the same signs between them.
    /// - Returns: the token after the run, or nil if there is no run.
    mutating func spelled(_ start: Int) -> Int? {
        guard lettersToCut > 1, let sign = separator(after: start) else { return nil }
        var end = start + 1
        while end - start < lettersToCut, separator(after: end - 1) == sign { end += 1 }
        let isApart = tokens[start + 1].span.lowerBound - tokens[start].span.upperBound > 1
        guard end - start >= (isApart ? Self.minSpelledApart : Self.minSpelled) else {
            unreadRuns.append(start..<end)
            return nil
        }
        lettersToCut -= end - start
        // The last letter may be the first of another run: `U S P S p-a-y-p-a-l`.
        let isShared = separator(after: end - 1) != nil
        let letters = (start..<end).flatMap { self.letters(tokens[$0].span) }
        let pieces = WordCutter(known, languages: languages).pieces(letters)
        // Short words of some language stand in any row of letters; those of rules seldom do.
        func isWord(_ piece: WordCutter.Piece) -> Bool {
            piece.range.count >= Self.minSpelled && known.contains(piece.key) && piece.isKnown
                && isSpelled(letters[piece.range])
        }
        let words = pieces.filter(isWord)
        guard !words.isEmpty else {
            unreadRuns.append(start..<(isShared ? end - 1 : end))
            return isShared ? end - 1 : end
        }
        // Where most letters are read, what stands between the words read is a word as well.
        let covered = words.reduce(0) { $0 + $1.range.count }
        for piece in pieces {
            let isBetween = covered * 2 >= letters.count && piece.range.count > 1
            let isLast = isShared && piece.range.upperBound == letters.count
            guard isWord(piece) || isBetween && !isLast else { continue }
            append(
                piece.key, .spelledOut,
                (start + piece.range.lowerBound)..<(start + piece.range.upperBound))
        }
        let isLastRead = words.last?.range.upperBound == letters.count
        return isShared && !isLastRead ? end - 1 : end
    }

    private func isSpelled(_ letters: ArraySlice<WordCutter.Letter>) -> Bool {
        letters.count { !$0.folded.isASCIIDigit } > 1
    }

    /// Makes a word of each run that no known word was found in, if the text spells out its words.
    mutating func joinUnreadRuns() {
        guard !unreadRuns.isEmpty,
            readings.count(where: { $0.words[0].disguise == .spelledOut }) >= Self.manySpelled
        else { return }
        var read = Set(readings.flatMap(\.tokens))
        for run in unreadRuns where !run.contains(where: read.contains) {
            read.formUnion(run)
            append(
                WordKey(plain: run.map { text.folded[tokens[$0].span.lowerBound] }), .spelledOut, run)
        }
        readings.sort { $0.tokens.lowerBound < $1.tokens.lowerBound }
    }

    /// The signs between a letter and the next one, or nil where something else stands there. Line breaks count as blanks.
    private func separator(after index: Int) -> UInt64? {
        guard index + 1 < tokens.count else { return nil }
        let (one, next) = (tokens[index], tokens[index + 1])
        let gap = one.span.upperBound..<max(one.span.upperBound, next.span.lowerBound)
        guard one.span.count == 1, next.span.count == 1, one.kind == nil, next.kind == nil,
            1...Self.maxGap ~= gap.count, isLetter(one.span), isLetter(next.span)
        else { return nil }
        // Each sign takes the 21 bits of a scalar.
        return gap.reduce(0) { $0 << 21 | UInt64(text.isBlank($1) ? UInt32(ascii: " ") : text.at($1)) }
    }

    private func isLetter(_ span: Range<Int>) -> Bool {
        text.classes[span.lowerBound] == .letter || text.at(span.lowerBound).isASCIIDigit
    }
}

/// Cuts letters without blanks into the words that they are most likely made of.
struct WordCutter {
    struct Piece {
        /// The piece's place among the letters.
        var range: Range<Int>
        /// The word's key, or that of the letters where they make no known word.
        var key: WordKey
        var isKnown: Bool
    }

    /// A letter as it is written, and the Latin one that it looks like. Both are in lower case.
    struct Letter {
        var folded: UInt32
        var latin: UInt32
    }

    private let known: KnownWords
    private let languages: Languages

    /// What a known word costs by its number of letters, from 0 on. Short words stand in many other words by chance.
    private static let costs = [0, 5, 6, 4, 3]
    /// What a function word that no rule names costs besides: many are of other languages than the text's.
    private static let costOfFunctionWord = 1
    /// What letters that make no known word cost: each one, and the stretch of them.
    private static let costOfLetter = 2
    private static let costOfStretch = 3

    init(_ known: KnownWords, languages: Languages) {
        self.known = known
        self.languages = languages
    }

    /// The way to cut that costs least. Time grows with the number of letters times that of the longest word.
    func pieces(_ letters: [Letter]) -> [Piece] {
        /// The cheapest way to cut the letters before a place, and the cheapest one that ends in letters of no known word.
        struct Way {
            var cost = Int.max
            var start = 0
            var key: WordKey?
            var stretchCost = Int.max
            var stretchStart = 0
        }
        var ways = [Way](repeating: Way(), count: letters.count + 1)
        ways[0].cost = 0
        for start in letters.indices {
            let cost = ways[start].cost
            let goingOn = ways[start].stretchCost
            let isNew = goingOn == .max || cost + Self.costOfStretch < goingOn
            let stretch = (isNew ? cost + Self.costOfStretch : goingOn) + Self.costOfLetter
            ways[start + 1].stretchCost = stretch
            ways[start + 1].stretchStart = isNew ? start : ways[start].stretchStart
            if stretch < ways[start + 1].cost {
                ways[start + 1].cost = stretch
                ways[start + 1].start = ways[start + 1].stretchStart
                ways[start + 1].key = nil
            }
            var key = WordKey()
            var look = WordLook(.lookalike)
            var (plain, digits) = (0, 0)
            for end in (start + 1)...min(letters.count, start + DisguiseReader.maxWord) {
                let letter = letters[end - 1]
                key.appendPlain(letter.folded)
                look.append(letter.latin)
                if letter.folded.isASCIILower { plain += 1 }
                if letter.folded.isASCIIDigit { digits += 1 }
                let length = end - start
                let isDisguised = plain < length && digits * 2 < length && length > 2
                let price = cost + Self.costs[min(length, Self.costs.count - 1)]
                guard price <= ways[end].cost, let (word, further) = word(key, isDisguised ? look : nil),
                    price + further <= ways[end].cost
                else { continue }
                ways[end].cost = price + further
                ways[end].start = start
                ways[end].key = word
            }
        }
        var pieces: [Piece] = []
        var end = letters.count
        while end > 0 {
            let range = ways[end].start..<end
            let key = ways[end].key ?? WordKey(plain: letters[range].lazy.map(\.folded))
            pieces.append(Piece(range: range, key: key, isKnown: ways[end].key != nil))
            end = range.lowerBound
        }
        return pieces.reversed()
    }

    /// The known word, and what it costs besides.
    private func word(_ key: WordKey, _ look: WordLook?) -> (WordKey, cost: Int)? {
        if known.contains(key) { return (key, 0) }
        if languages.mask(of: key) != 0 { return (key, Self.costOfFunctionWord) }
        return look.flatMap(known.word).map { ($0, 0) }
    }
}
