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
