import TextAnalysis

/// Tells whether a rule's exceptions stop a match. The sentences that they touch are kept, so that the time for each word
/// doesn't grow with the text.
struct Suppression {
    private let matcher: PhraseMatcher
    private let text: AnalyzedText
    private let symbols: [Vocabulary.Symbols]
    /// For each exception, whether it can match the text; nil until it is needed.
    private var isNeeded: [Bool]?
    /// The sentences that a rule's exceptions touch, by rule number.
    private var touched: [Int: Set<Int>] = [:]

    init(matcher: PhraseMatcher, text: AnalyzedText, symbols: [Vocabulary.Symbols]) {
        self.matcher = matcher
        self.text = text
        self.symbols = symbols
    }

    mutating func stops(_ rule: Int, _ tokens: Range<Int>) -> Bool {
        let touched = sentences(touchedBy: rule)
        return !touched.isEmpty && Self.sentences(of: tokens, in: text).contains(where: touched.contains)
    }

    private mutating func sentences(touchedBy rule: Int) -> Set<Int> {
        if let known = touched[rule] { return known }
        var sentences: Set<Int> = []
        for program in matcher.exceptions(of: rule, in: symbols, &isNeeded) {
            sentences.formUnion(Self.sentences(program, text, symbols))
        }
        touched[rule] = sentences
        return sentences
    }

    static func sentences(of tokens: Range<Int>, in text: AnalyzedText) -> ClosedRange<Int> {
        text.tokens[tokens.lowerBound].sentence...text.tokens[tokens.upperBound - 1].sentence
    }

    /// The sentences that matches of the pattern touch.
    static func sentences(
        _ program: PatternProgram, _ text: AnalyzedText, _ symbols: [Vocabulary.Symbols]
    ) -> Set<Int> {
        var sentences: Set<Int> = []
        for start in symbols.indices {
            if let end = program.end(from: start, symbols, in: text) {
                sentences.formUnion(Self.sentences(of: start..<end, in: text))
            }
        }
        return sentences
    }
}
