import TextAnalysis

/// Makes patterns into programs, from a pattern's end to its start.
struct PatternCompiler {
    private let vocabulary: Vocabulary
    private var positions: [PatternProgram.Position] = []
    private var symbols: [Vocabulary.ID] = []
    /// The positions that may follow each position.
    private var follow: [(anywhere: StateSet, inSentence: StateSet)] = []
    private var hasGapAtEnd = false

    /// - Parameter vocabulary: it must hold all words of the pattern.
    static func compiled(
        _ syntax: PatternSyntax, _ vocabulary: Vocabulary
    ) throws(PatternError) -> (program: PatternProgram, outline: PatternOutline) {
        var compiler = PatternCompiler(vocabulary: vocabulary)
        let start = try compiler.compile(syntax, Continuation(accepts: true))
        guard !start.accepts else { throw PatternError.matchesNothing }
        guard start.inSentence.isEmpty, !compiler.hasGapAtEnd else { throw PatternError.gapAtEdge }
        let program = PatternProgram(
            compiler.positions, symbols: compiler.symbols, entry: start.anywhere, follow: compiler.follow)
        return (program, PatternOutline(of: program, syntax, vocabulary))
    }

    private init(vocabulary: Vocabulary) { self.vocabulary = vocabulary }

    /// The positions that may follow a part of the pattern.
    private struct Continuation {
        var anywhere = StateSet()
        var inSentence = StateSet()
        var accepts = false

        func union(_ other: Continuation) -> Continuation {
            Continuation(
                anywhere: anywhere.union(other.anywhere), inSentence: inSentence.union(other.inSentence),
                accepts: accepts || other.accepts)
        }
    }

    private mutating func add(
        _ taken: [Vocabulary.ID], _ next: Continuation
    ) throws(PatternError) -> Continuation {
        guard positions.count < StateSet.capacity else {
            throw PatternError.tooLarge(limit: StateSet.capacity)
        }
        var only = Continuation()
        only.anywhere.insert(positions.count)
        let start = Int32(symbols.count)
        symbols += taken
        positions.append(
            PatternProgram.Position(
                symbols: start..<Int32(symbols.count),
                mask: taken.reduce(0) { $0 | Vocabulary.bit(of: $1) }, accepts: next.accepts))
        follow.append((next.anywhere, next.inSentence))
        return only
    }

    private mutating func compile(
        _ syntax: PatternSyntax, _ next: Continuation
    ) throws(PatternError) -> Continuation {
        switch syntax {
        case .word, .entity:
            return try add(PatternOutline.symbol(syntax, vocabulary).map { [$0] } ?? [], next)
        case .sequence(let parts):
            var result = next
            for part in parts.reversed() { result = try compile(part, result) }
            return result
        case .optional(let inner):
            return try compile(inner, next).union(next)
        case .choice(let alternatives):
            var result = Continuation()
            // All alternatives of one word share a single position.
            var single: [Vocabulary.ID] = []
            single.reserveCapacity(alternatives.count)
            for alternative in alternatives {
                if let symbol = PatternOutline.symbol(alternative, vocabulary) {
                    single.append(symbol)
                } else {
                    result = result.union(try compile(alternative, next))
                }
            }
            guard !single.isEmpty else { return result }
            return result.union(try add(single, next))
        case .gap:
            if next.accepts { hasGapAtEnd = true }
            var result = Continuation(inSentence: next.anywhere.union(next.inSentence))
            let target = result
            for _ in 0..<PatternProgram.gapLength {
                let any = try add([], result)
                result = target
                result.inSentence.formUnion(any.anywhere)
            }
            return result
        }
    }
}
