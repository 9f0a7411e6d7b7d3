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

    private(set) var vocabulary = Vocabulary()
    private(set) var phrases: [Phrase] = []
    /// Of a rule's `unless`, by rule.
    private(set) var exceptions: [Int: [PatternProgram]] = [:]
    /// By symbol, the phrases that can begin with it.
    private var beginnings: [[Int32]] = []
    /// By symbol, the phrases that need it or one of its alternatives.
    private var anchors: [[Int32]] = []

    mutating func add(_ syntax: PatternSyntax, rule: Int) throws(PatternError) {
        phrases.append(Phrase(rule: rule, program: try PatternProgram(syntax, vocabulary: &vocabulary)))
    }

    mutating func addException(_ syntax: PatternSyntax, rule: Int) throws(PatternError) {
        let program = try PatternProgram(syntax, vocabulary: &vocabulary)
        exceptions[rule, default: []].append(program)
    }

    /// Builds the indexes; call once, after the last pattern was added.
    mutating func seal() {
        var uses = [Int](repeating: 0, count: vocabulary.count)
        for phrase in phrases {
            for symbol in Set(phrase.program.requirements.joined()) { uses[Int(symbol)] += 1 }
        }
        beginnings = Array(repeating: [], count: vocabulary.count)
        anchors = beginnings
        for (index, phrase) in phrases.enumerated() {
            for symbol in phrase.program.firstSymbols { beginnings[Int(symbol)].append(Int32(index)) }
            let rarest = phrase.program.requirements.min {
                $0.reduce(0) { $0 + uses[Int($1)] } < $1.reduce(0) { $0 + uses[Int($1)] }
            }
            for symbol in rarest ?? [] { anchors[Int(symbol)].append(Int32(index)) }
        }
    }

    /// For each rule that matches, the tokens of its first match that no exception stops.
    func matches(_ text: AnalyzedText) -> [Int: Range<Int>] {
        let symbols = text.tokens.map(vocabulary.symbols)
        let isNeeded = anchored(symbols)
        var suppression = Suppression(matcher: self, text: text, symbols: symbols)
        var found: [Int: Range<Int>] = [:]
        for start in symbols.indices {
            forEachBeginning(symbols[start]) { index in
                guard isNeeded[index], found[phrases[index].rule] == nil,
                    let end = phrases[index].program.end(
                        from: start, symbols, sentences: { text.tokens[$0].sentence }),
                    text.isOneTurn(start..<end), !suppression.stops(phrases[index].rule, start..<end)
                else { return }
                found[phrases[index].rule] = start..<end
            }
        }
        return found
    }

    /// Whether the phrase matches anywhere, exceptions aside; each match goes to `isEnough`.
    func search(
        _ program: PatternProgram, in text: AnalyzedText, isEnough: (Range<Int>) -> Bool
    ) -> Bool {
        let symbols = text.tokens.map(vocabulary.symbols)
        for start in symbols.indices {
            if let end = program.end(from: start, symbols, sentences: { text.tokens[$0].sentence }),
                isEnough(start..<end)
            {
                return true
            }
        }
        return false
    }

    private func anchored(_ symbols: [Vocabulary.Symbols]) -> [Bool] {
        var isNeeded = [Bool](repeating: false, count: phrases.count)
        var isSeen = [Bool](repeating: false, count: vocabulary.count)
        for token in symbols {
            for symbol in [token.first, token.second] where symbol >= 0 && !isSeen[Int(symbol)] {
                isSeen[Int(symbol)] = true
                for phrase in anchors[Int(symbol)] { isNeeded[Int(phrase)] = true }
            }
        }
        return isNeeded
    }

    private func forEachBeginning(_ token: Vocabulary.Symbols, _ body: (Int) -> Void) {
        if token.first >= 0 { for phrase in beginnings[Int(token.first)] { body(Int(phrase)) } }
        if token.second >= 0 { for phrase in beginnings[Int(token.second)] { body(Int(phrase)) } }
    }
}

/// Remembers which sentences a rule's exceptions touch, so that long texts stay cheap.
struct Suppression {
    private let matcher: PhraseMatcher
    private let text: AnalyzedText
    private let symbols: [Vocabulary.Symbols]
    /// By rule, the sentences that one of its exceptions touches.
    private var touched: [Int: Set<Int>] = [:]

    init(matcher: PhraseMatcher, text: AnalyzedText, symbols: [Vocabulary.Symbols]) {
        self.matcher = matcher
        self.text = text
        self.symbols = symbols
    }

    mutating func stops(_ rule: Int, _ tokens: Range<Int>) -> Bool {
        guard let exceptions = matcher.exceptions[rule] else { return false }
        if touched[rule] == nil {
            var sentences: Set<Int> = []
            for program in exceptions {
                sentences.formUnion(Self.sentences(program, text, symbols))
            }
            touched[rule] = sentences
        }
        let first = text.tokens[tokens.lowerBound].sentence
        let last = text.tokens[tokens.upperBound - 1].sentence
        return (first...last).contains { touched[rule]?.contains($0) == true }
    }

    /// The sentences that any match of the pattern touches.
    static func sentences(
        _ program: PatternProgram, _ text: AnalyzedText, _ symbols: [Vocabulary.Symbols]
    ) -> Set<Int> {
        var sentences: Set<Int> = []
        for start in symbols.indices {
            guard
                program.firstSymbols.contains(symbols[start].first)
                    || program.firstSymbols.contains(symbols[start].second),
                let end = program.end(from: start, symbols, sentences: { text.tokens[$0].sentence })
            else { continue }
            sentences.formUnion(text.tokens[start].sentence...text.tokens[end - 1].sentence)
        }
        return sentences
    }
}
