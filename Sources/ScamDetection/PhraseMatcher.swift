import TextAnalysis

/// All patterns of a rule set, compiled.
///
/// A pattern is looked at only if the text holds its rarest required word, and only from words it can begin
/// with.
struct PhraseMatcher: Sendable {
    /// A pattern of a rule; `rule` is the number the caller gave.
    struct Phrase: Sendable {
        var rule: Int
        var program: PatternProgram
    }

    let vocabulary: Vocabulary
    private(set) var phrases: [Phrase] = []
    /// The rules' `unless`.
    private(set) var exceptions: [Phrase] = []
    private var phraseIndex = PhraseIndex()
    private var exceptionIndex = PhraseIndex()
    /// By rule.
    private var exceptionsOfRule: [Int: Range<Int>] = [:]

    init(vocabulary: Vocabulary) { self.vocabulary = vocabulary }

    /// - Parameters:
    ///   - program: compiled with this vocabulary.
    ///   - isException: a rule's `unless`; they are added one after the other.
    mutating func add(_ program: PatternProgram, rule: Int, isException: Bool = false) {
        guard isException else { return phrases.append(Phrase(rule: rule, program: program)) }
        let start = exceptionsOfRule[rule]?.lowerBound ?? exceptions.count
        exceptions.append(Phrase(rule: rule, program: program))
        exceptionsOfRule[rule] = start..<exceptions.count
    }

    /// Builds the indexes; call once, after the last pattern was added.
    mutating func seal() {
        phraseIndex = PhraseIndex(phrases, symbolCount: vocabulary.count)
        exceptionIndex = PhraseIndex(exceptions, symbolCount: vocabulary.count)
    }

    func symbols(of text: AnalyzedText) -> [Vocabulary.Symbols] { text.tokens.map(vocabulary.symbols) }

    /// For each rule that matches, the tokens of its first match that no exception stops.
    func matches(_ text: AnalyzedText) -> [Int: Range<Int>] {
        let symbols = symbols(of: text)
        var found: [Int: Range<Int>] = [:]
        let isNeeded = phraseIndex.anchored(in: symbols)
        var suppression = Suppression(matcher: self, text: text, symbols: symbols)
        for start in symbols.indices {
            phraseIndex.forEachBeginning(with: symbols[start]) { index in
                guard isNeeded[index], found[phrases[index].rule] == nil,
                    let end = phrases[index].program.end(from: start, symbols, in: text),
                    text.isOneTurn(start..<end),
                    !suppression.stops(phrases[index].rule, start..<end)
                else { return }
                found[phrases[index].rule] = start..<end
            }
        }
        return found
    }

    /// The exceptions of a rule that the text may hold.
    func exceptions(of rule: Int, in symbols: [Vocabulary.Symbols], _ isNeeded: inout [Bool]?)
        -> [PatternProgram]
    {
        guard let range = exceptionsOfRule[rule] else { return [] }
        let needed = isNeeded ?? exceptionIndex.anchored(in: symbols)
        isNeeded = needed
        return range.lazy.filter { needed[$0] }.map { exceptions[$0].program }
    }
}

/// Which patterns are worth a look, by the text's words.
struct PhraseIndex: Sendable {
    private let count: Int
    private let symbolCount: Int
    /// By symbol, the phrases that can begin with it.
    private let beginnings: SymbolIndex
    /// By symbol, the phrases that need it or one of its alternatives.
    private let anchors: SymbolIndex

    init(_ phrases: [PhraseMatcher.Phrase] = [], symbolCount: Int = 0) {
        count = phrases.count
        self.symbolCount = symbolCount
        beginnings = SymbolIndex(symbolCount: symbolCount, phrases.map(\.program.firstSymbols))
        var uses = [Int](repeating: 0, count: symbolCount)
        for phrase in phrases {
            for requirement in phrase.program.requirements {
                for symbol in requirement { uses[Int(symbol)] += 1 }
            }
        }
        anchors = SymbolIndex(
            symbolCount: symbolCount,
            phrases.map { phrase in
                var rarest: [Vocabulary.ID] = []
                var fewest = Int.max
                for requirement in phrase.program.requirements {
                    let count = requirement.reduce(0) { $0 + uses[Int($1)] }
                    if count < fewest { (rarest, fewest) = (requirement, count) }
                }
                guard rarest.count > 1 else { return rarest }
                rarest.sort()
                var each: [Vocabulary.ID] = []
                each.reserveCapacity(rarest.count)
                for symbol in rarest where symbol != each.last { each.append(symbol) }
                return each
            })
    }

    /// For each phrase, whether the text holds one of the words that it can't do without.
    func anchored(in symbols: [Vocabulary.Symbols]) -> [Bool] {
        var isNeeded = [Bool](repeating: false, count: count)
        var isSeen = [Bool](repeating: false, count: symbolCount)
        func note(_ symbol: Vocabulary.ID) {
            guard symbol >= 0, !isSeen[Int(symbol)] else { return }
            isSeen[Int(symbol)] = true
            for phrase in anchors[symbol] { isNeeded[Int(phrase)] = true }
        }
        for token in symbols {
            note(token.first)
            note(token.second)
        }
        return isNeeded
    }

    func forEachBeginning(with token: Vocabulary.Symbols, _ body: (Int) -> Void) {
        for phrase in beginnings[token.first] { body(Int(phrase)) }
        for phrase in beginnings[token.second] { body(Int(phrase)) }
    }
}
