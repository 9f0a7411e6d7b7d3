import Snapshots
import TextAnalysis

/// All compiled patterns of a rule set. A pattern is tried only if the text holds the rarest word that the pattern requires,
/// and only at words with which it can begin.
struct PhraseMatcher: Sendable {
    /// A pattern of the rule with the number `rule`.
    struct Phrase: Sendable {
        var rule: Int
        var program: PatternProgram
    }

    /// What a rule has a pattern for.
    enum Role: Sendable {
        case sign
        /// It stands under `unless`.
        case exception
        /// It stands under `until`.
        case end
    }

    let vocabulary: Vocabulary
    private(set) var phrases: [Phrase] = []
    /// The patterns of the rules' exceptions (`unless`).
    private(set) var exceptions: [Phrase] = []
    /// What ends reports (`until`).
    private(set) var ends: [Phrase] = []
    private var phraseIndex = PhraseIndex()
    private var exceptionIndex = PhraseIndex()
    /// What the indexes are made of; empty once they are made.
    private var phraseOutlines: [PatternOutline] = []
    private var exceptionOutlines: [PatternOutline] = []
    /// The range of each rule's patterns in `exceptions`, by rule number.
    private var exceptionsOfRule: [Int: Range<Int>] = [:]

    init(vocabulary: Vocabulary) { self.vocabulary = vocabulary }

    /// - Parameters:
    ///   - pattern: compiled with this matcher's vocabulary.
    ///   - role: a rule's exceptions are added one after the other.
    mutating func add(
        _ pattern: (program: PatternProgram, outline: PatternOutline), rule: Int, as role: Role = .sign
    ) {
        add(Phrase(rule: rule, program: pattern.program), as: role)
        switch role {
        case .sign: phraseOutlines.append(pattern.outline)
        case .exception: exceptionOutlines.append(pattern.outline)
        case .end: break
        }
    }

    private mutating func add(_ phrase: Phrase, as role: Role) {
        let rule = phrase.rule
        switch role {
        case .sign: phrases.append(phrase)
        case .end: ends.append(phrase)
        case .exception:
            let start = exceptionsOfRule[rule]?.lowerBound ?? exceptions.count
            exceptions.append(phrase)
            exceptionsOfRule[rule] = start..<exceptions.count
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
        for list in [phrases, exceptions, ends] {
            writer.numbers(list.map { UInt32($0.rule) })
            writer.programs(list.map(\.program))
        }
        phraseIndex.write(to: &writer)
        exceptionIndex.write(to: &writer)
    }

    init(from reader: inout SnapshotReader, vocabulary: Vocabulary, ruleCount: Int) throws(SnapshotError) {
        self.init(vocabulary: vocabulary)
        for role in [Role.sign, .exception, .end] {
            let rules = try reader.numbers(UInt32.self)
            let programs = try reader.programs(symbolCount: vocabulary.count)
            guard rules.count == programs.count, rules.allSatisfy({ $0 < ruleCount }) else {
                throw SnapshotError()
            }
            if role == .sign { phrases.reserveCapacity(programs.count) }
            for (rule, program) in zip(rules, programs) {
                add(Phrase(rule: Int(rule), program: program), as: role)
            }
        }
        phraseIndex = try PhraseIndex(from: &reader, count: phrases.count, symbolCount: vocabulary.count)
        exceptionIndex = try PhraseIndex(
            from: &reader, count: exceptions.count, symbolCount: vocabulary.count)
    }

    func symbols(of text: AnalyzedText) -> [Vocabulary.Symbols] { text.tokens.map(vocabulary.symbols) }

    /// The first match of each rule that no exception stops, as a range of tokens.
    /// - Parameter counts: whether a match of the rule with this number counts at these tokens.
    func matches(
        _ text: AnalyzedText, where counts: (_ rule: Int, _ tokens: Range<Int>) -> Bool = { _, _ in true }
    ) -> [Int: Range<Int>] {
        var found: [Int: Range<Int>] = [:]
        forEachMatch(in: text, where: { rule, _ in found[rule] == nil }, counts) { found[$0] = $1 }
        return found
    }

    /// The first match of each rule in each message of a conversation, in the text's order.
    /// - Parameter counts: as in `matches`.
    func matchesByMessage(
        _ text: AnalyzedText, where counts: (_ rule: Int, _ tokens: Range<Int>) -> Bool
    ) -> [(rule: Int, message: Int)] {
        guard let screen = text.screen else { return [] }
        var found: [(rule: Int, message: Int)] = []
        var last: [Int: Int] = [:]
        func message(_ token: Int) -> Int { screen.message(at: text.tokens[token].range.lowerBound) ?? 0 }
        forEachMatch(in: text, where: { rule, start in last[rule] != message(start) }, counts) {
            rule, tokens in
            last[rule] = message(tokens.lowerBound)
            found.append((rule, message(tokens.lowerBound)))
        }
        return found
    }

    /// - Parameters:
    ///   - isWanted: whether a match of the rule that begins at this token would tell anything.
    ///   - counts: whether a match counts.
    private func forEachMatch(
        in text: AnalyzedText, where isWanted: (_ rule: Int, _ start: Int) -> Bool,
        _ counts: (_ rule: Int, _ tokens: Range<Int>) -> Bool,
        _ body: (_ rule: Int, _ tokens: Range<Int>) -> Void
    ) {
        let symbols = symbols(of: text)
        let anchored = phraseIndex.anchored(in: symbols)
        var suppression = Suppression(matcher: self, text: text, symbols: symbols)
        for start in symbols.indices {
            let next = start + 1 < symbols.count ? symbols[start + 1] : nil
            phraseIndex.forEachBeginning(with: symbols[start], before: next, of: anchored) { index in
                guard isWanted(phrases[index].rule, start),
                    let end = phrases[index].program.end(from: start, in: symbols),
                    text.isOneTurn(start..<end),
                    counts(phrases[index].rule, start..<end),
                    !suppression.stops(phrases[index].rule, start..<end)
                else { return }
                body(phrases[index].rule, start..<end)
            }
        }
    }

    /// The exceptions of a rule that can match the text.
    func exceptions(of rule: Int, in symbols: [Vocabulary.Symbols], _ anchored: inout NumberSet?)
        -> [PatternProgram]
    {
        guard let range = exceptionsOfRule[rule] else { return [] }
        let possible = anchored ?? exceptionIndex.anchored(in: symbols)
        anchored = possible
        return range.lazy.filter { possible.contains($0) }.map { exceptions[$0].program }
    }
}
