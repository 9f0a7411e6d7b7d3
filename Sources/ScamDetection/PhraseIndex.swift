/// Tells by a text's words which patterns can match it at all.
struct PhraseIndex: Sendable {
    private let count: Int
    /// The numbers of the phrases that can begin with a symbol, for each symbol.
    private let beginnings: [[Int]]
    /// The numbers of the phrases that need a symbol or one of its alternatives, for each symbol.
    private let anchors: [[Int]]

    /// - Parameter symbolCount: one more than the largest symbol.
    init(_ phrases: [PhraseMatcher.Phrase] = [], symbolCount: Int = 0) {
        count = phrases.count
        var beginnings = [[Int]](repeating: [], count: symbolCount)
        var anchors = beginnings
        var uses = [Int](repeating: 0, count: symbolCount)
        for symbol in phrases.lazy.flatMap(\.program.requirements).joined() { uses[Int(symbol)] += 1 }
        for (number, phrase) in phrases.enumerated() {
            for symbol in phrase.program.firstSymbols { beginnings[Int(symbol)].append(number) }
            let requirements = phrase.program.requirements.map { symbols in
                (symbols: symbols, uses: symbols.reduce(0) { $0 + uses[Int($1)] })
            }
            let rarest = requirements.min { $0.uses < $1.uses }?.symbols ?? []
            for symbol in Set(rarest) { anchors[Int(symbol)].append(number) }
        }
        self.beginnings = beginnings
        self.anchors = anchors
    }

    /// Tells for each phrase whether the text holds one of the words that every match needs.
    func anchored(in symbols: [Vocabulary.Symbols]) -> [Bool] {
        var isNeeded = [Bool](repeating: false, count: count)
        for symbol in Set(symbols.lazy.flatMap { [$0.first, $0.second] })
        where anchors.indices.contains(Int(symbol)) {
            for phrase in anchors[Int(symbol)] { isNeeded[phrase] = true }
        }
        return isNeeded
    }

    /// Calls `body` with the number of each phrase that can begin with the token.
    func forEachBeginning(with token: Vocabulary.Symbols, _ body: (Int) -> Void) {
        if beginnings.indices.contains(Int(token.first)) { beginnings[Int(token.first)].forEach(body) }
        if beginnings.indices.contains(Int(token.second)) { beginnings[Int(token.second)].forEach(body) }
    }
}
