import TextAnalysis

/// All compiled patterns of a rule set. A pattern is tried only if the text holds the rarest word that the pattern requires,
/// and only at words with which it can begin.
struct PhraseMatcher: Sendable {
    /// A pattern of the wording with the number `wording`.
    struct Phrase: Sendable {
        var wording: Int
        var program: PatternProgram
    }

    /// What a wording has a pattern for.
    enum Role: Sendable {
        case sign
        /// It stands under `unless`.
        case exception
    }

    let vocabulary: Vocabulary
    private(set) var phrases: [Phrase] = []
    /// The patterns of the wordings' exceptions (`unless`).
    private(set) var exceptions: [Phrase] = []
    private var phraseIndex = PhraseIndex()
    private var exceptionIndex = PhraseIndex()
    /// What the indexes are made of; empty once they are made.
    private var phraseOutlines: [PatternOutline] = []
    private var exceptionOutlines: [PatternOutline] = []
    /// The range of each wording's patterns in `exceptions`.
    private var exceptionsOfWording: [Int: Range<Int>] = [:]

    init(vocabulary: Vocabulary) { self.vocabulary = vocabulary }

    /// - Parameters:
    ///   - pattern: compiled with this matcher's vocabulary.
    ///   - role: a wording's exceptions are added one after the other.
    mutating func add(
        _ pattern: (program: PatternProgram, outline: PatternOutline), wording: Int, as role: Role
    ) {
        add(Phrase(wording: wording, program: pattern.program), as: role)
        switch role {
        case .sign: phraseOutlines.append(pattern.outline)
        case .exception: exceptionOutlines.append(pattern.outline)
        }
    }

    private mutating func add(_ phrase: Phrase, as role: Role) {
        switch role {
        case .sign: phrases.append(phrase)
        case .exception:
            let start = exceptionsOfWording[phrase.wording]?.lowerBound ?? exceptions.count
            exceptions.append(phrase)
            exceptionsOfWording[phrase.wording] = start..<exceptions.count
        }
    }

    /// Builds the indexes. It must be called once, after the last pattern was added.
    mutating func seal() {
        phraseIndex = PhraseIndex(phraseOutlines, symbolCount: vocabulary.count)
        exceptionIndex = PhraseIndex(exceptionOutlines, symbolCount: vocabulary.count)
        phraseOutlines = []
        exceptionOutlines = []
    }

    /// Writes a sealed matcher without its vocabulary.
    func write(to writer: inout SnapshotWriter) {
        for list in [phrases, exceptions] {
            writer.numbers(list.map { UInt32($0.wording) })
            writer.programs(list.map(\.program))
        }
        phraseIndex.write(to: &writer)
        exceptionIndex.write(to: &writer)
    }

    init(from reader: inout SnapshotReader, vocabulary: Vocabulary, wordingCount: Int) throws(SnapshotError) {
        self.init(vocabulary: vocabulary)
        for role in [Role.sign, .exception] {
            let wordings = try reader.numbers(below: wordingCount)
            let programs = try reader.programs(symbolCount: vocabulary.count)
            guard wordings.count == programs.count else { throw SnapshotError() }
            if role == .sign { phrases.reserveCapacity(programs.count) }
            for (wording, program) in zip(wordings, programs) {
                add(Phrase(wording: wording, program: program), as: role)
            }
        }
        phraseIndex = try PhraseIndex(from: &reader, count: phrases.count, symbolCount: vocabulary.count)
        exceptionIndex = try PhraseIndex(
            from: &reader, count: exceptions.count, symbolCount: vocabulary.count)
    }

    func symbols(of text: AnalyzedText) -> [Vocabulary.Symbols] { text.tokens.map(vocabulary.symbols) }

    /// The first match of each wording that no exception stops, as a range of tokens.
    /// - Parameter counts: whether a match of the wording with this number counts at these tokens.
    func matches(
        _ text: AnalyzedText, where counts: (_ wording: Int, _ tokens: Range<Int>) -> Bool
    ) -> [Int: Range<Int>] {
        var found: [Int: Range<Int>] = [:]
        forEachMatch(in: text, where: { wording, _ in found[wording] == nil }, counts) { found[$0] = $1 }
        return found
    }

    /// The first match of each wording in each message of a conversation, in the text's order.
    /// - Parameter counts: as in `matches`.
    func matchesByMessage(
        _ text: AnalyzedText, where counts: (_ wording: Int, _ tokens: Range<Int>) -> Bool
    ) -> [(wording: Int, message: Int)] {
        guard let screen = text.screen else { return [] }
        var found: [(wording: Int, message: Int)] = []
        var last: [Int: Int] = [:]
        func message(_ token: Int) -> Int { screen.message(at: text.tokens[token].range.lowerBound) ?? 0 }
        forEachMatch(in: text, where: { wording, start in last[wording] != message(start) }, counts) {
            wording, tokens in
            last[wording] = message(tokens.lowerBound)
            found.append((wording, message(tokens.lowerBound)))
        }
        return found
    }

    /// - Parameters:
    ///   - isWanted: whether a match of the wording that begins at this token would tell anything.
    ///   - counts: whether a match counts.
    private func forEachMatch(
        in text: AnalyzedText, where isWanted: (_ wording: Int, _ start: Int) -> Bool,
        _ counts: (_ wording: Int, _ tokens: Range<Int>) -> Bool,
        _ body: (_ wording: Int, _ tokens: Range<Int>) -> Void
    ) {
        let symbols = symbols(of: text)
        let anchored = phraseIndex.anchored(in: symbols)
        var suppression = Suppression(matcher: self, text: text, symbols: symbols)
        for start in symbols.indices {
            let next = start + 1 < symbols.count ? symbols[start + 1] : nil
            phraseIndex.forEachBeginning(with: symbols[start], before: next, of: anchored) { index in
                let wording = phrases[index].wording
                guard isWanted(wording, start),
                    let end = phrases[index].program.end(from: start, in: symbols),
                    text.isOneTurn(start..<end), counts(wording, start..<end),
                    !suppression.stops(wording, start..<end)
                else { return }
                body(wording, start..<end)
            }
        }
    }

    /// The exceptions of a wording that can match the text.
    func exceptions(of wording: Int, in symbols: [Vocabulary.Symbols], _ anchored: inout NumberSet?)
        -> [PatternProgram]
    {
        guard let range = exceptionsOfWording[wording] else { return [] }
        let possible = anchored ?? exceptionIndex.anchored(in: symbols)
        anchored = possible
        return range.lazy.filter { possible.contains($0) }.map { exceptions[$0].program }
    }
}

/// Tells whether a wording's exceptions stop a match: one that touches the same sentence not more than `reach` words away. What the
/// exceptions reach is kept, so that the time for each word doesn't grow with the text.
struct Suppression {
    /// The largest number of words between an exception and a match that it stops. Within it lies what a clause says of another one; the
    /// bound is there because a text without full stops is one sentence, in which a scammer's calming word would reach everything.
    static let reach = 12

    private let matcher: PhraseMatcher
    private let text: AnalyzedText
    private let symbols: [Vocabulary.Symbols]
    /// The exceptions that can match the text; nil until they are needed.
    private var anchored: NumberSet?
    /// The tokens that a wording's exceptions reach, by its number.
    private var reached: [Int: RangeSet<Int>] = [:]

    init(matcher: PhraseMatcher, text: AnalyzedText, symbols: [Vocabulary.Symbols]) {
        self.matcher = matcher
        self.text = text
        self.symbols = symbols
    }

    mutating func stops(_ wording: Int, _ tokens: Range<Int>) -> Bool {
        let reached = self.tokens(reachedBy: wording)
        return !reached.isEmpty && tokens.contains(where: reached.contains)
    }

    private mutating func tokens(reachedBy wording: Int) -> RangeSet<Int> {
        if let known = reached[wording] { return known }
        var tokens = RangeSet<Int>()
        for program in matcher.exceptions(of: wording, in: symbols, &anchored) {
            tokens.formUnion(Self.tokens(reachedBy: program, text, symbols))
        }
        reached[wording] = tokens
        return tokens
    }

    /// The tokens of and around matches of the pattern, in the sentences that these touch.
    static func tokens(
        reachedBy program: PatternProgram, _ text: AnalyzedText, _ symbols: [Vocabulary.Symbols]
    ) -> RangeSet<Int> {
        var reached = RangeSet<Int>()
        for start in symbols.indices {
            guard let end = program.end(from: start, in: symbols) else { continue }
            let sentences = text.tokens[start].sentence...text.tokens[end - 1].sentence
            func isInside(_ token: Int) -> Bool { sentences.contains(text.tokens[token].sentence) }
            // A match that begins `reach` words behind the exception is `reach + 1` tokens away.
            let first = (max(0, start - reach - 1)..<start).first(where: isInside) ?? start
            let last = (end..<min(symbols.count, end + reach + 1)).last(where: isInside) ?? end - 1
            reached.insert(contentsOf: first..<last + 1)
        }
        return reached
    }
}
