import TextAnalysis

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
