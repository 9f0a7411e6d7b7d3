import TextAnalysis

/// A pattern as a finite automaton without cycles. Each position takes one token.
struct PatternProgram: Sendable {
    /// The largest number of words that `...` stands for. A longer gap joins words that have nothing to do with each other.
    static let gapLength = 8

    struct Position: Sendable {
        /// The words and entity kinds that the position takes, as a range of the program's `symbols`; empty for a position inside a gap,
        /// which takes any token.
        var symbols: Range<Int32>
        /// The bits of all of them: most tokens show by theirs that the position doesn't take them.
        var mask: UInt64
        var accepts: Bool
    }

    // Slices, as thousands of programs are cut from three arrays where they come from a snapshot.
    let positions: ArraySlice<Position>
    /// The symbols of all positions, one position after the other.
    let symbols: ArraySlice<Vocabulary.ID>
    /// Sets of positions, each as many words as its elements need: the positions that may take a match's first token, and for each
    /// position those that may take the next token, and those that may take it if it stands in the same sentence.
    let sets: ArraySlice<UInt64>

    init(
        positions: ArraySlice<Position>, symbols: ArraySlice<Vocabulary.ID>, sets: ArraySlice<UInt64>
    ) {
        self.positions = positions
        self.symbols = symbols
        self.sets = sets
    }

    /// - Parameter follow: the sets of each position.
    init(
        _ positions: [Position], symbols: [Vocabulary.ID], entry: StateSet,
        follow: [(anywhere: StateSet, inSentence: StateSet)]
    ) {
        let words = StateSet.words(for: positions.count)
        var sets = entry.lowest(words)
        for next in follow { sets += next.anywhere.lowest(words) + next.inSentence.lowest(words) }
        self.init(positions: positions[...], symbols: symbols[...], sets: sets[...])
    }

    /// The positions that may take a match's first token.
    var entry: StateSet { positionSet(0) }

    /// The positions that may take the token after one that a position took.
    func follow(_ position: Int) -> StateSet {
        positionSet(2 * position + 1).union(positionSet(2 * position + 2))
    }

    private func positionSet(_ number: Int) -> StateSet {
        sets.withUnsafeBufferPointer {
            StateSet(number, of: $0, words: StateSet.words(for: positions.count))
        }
    }

    /// The token after the shortest match that begins at `start`; nil without a match.
    /// - Parameter tokens: the symbols of the text's tokens.
    func end(from start: Int, in tokens: [Vocabulary.Symbols]) -> Int? {
        // Most of the time for a text is spent here, so that the arrays' references aren't counted for each position.
        positions.withUnsafeBufferPointer { positions in
            symbols.withUnsafeBufferPointer { symbols in
                sets.withUnsafeBufferPointer { sets in
                    tokens.withUnsafeBufferPointer { tokens in
                        // Nearly all patterns have few positions.
                        positions.count <= UInt64.bitWidth
                            ? Self.end(SmallStateSet.self, from: start, in: tokens, positions, symbols, sets)
                            : Self.end(StateSet.self, from: start, in: tokens, positions, symbols, sets)
                    }
                }
            }
        }
    }

    @inline(__always)
    private static func end<Positions: PositionSet>(
        _: Positions.Type, from start: Int, in tokens: UnsafeBufferPointer<Vocabulary.Symbols>,
        _ positions: UnsafeBufferPointer<Position>, _ symbols: UnsafeBufferPointer<Vocabulary.ID>,
        _ sets: UnsafeBufferPointer<UInt64>
    ) -> Int? {
        let words = StateSet.words(for: positions.count)
        func takes(_ position: Position, _ symbol: Vocabulary.ID) -> Bool {
            guard position.mask & Vocabulary.bit(of: symbol) != 0 else { return false }
            for place in position.symbols where symbols[Int(place)] == symbol { return true }
            return false
        }
        var anywhere = Positions(0, of: sets, words: words)
        var inSentence = Positions()
        var index = start
        while index < tokens.count {
            var active = anywhere
            if !inSentence.isEmpty, tokens[index].sentence == tokens[index - 1].sentence {
                active.formUnion(inSentence)
            }
            anywhere = Positions()
            inSentence = Positions()
            var isAccepted = false
            active.forEach {
                guard
                    positions[$0].symbols.isEmpty || takes(positions[$0], tokens[index].first)
                        || takes(positions[$0], tokens[index].second)
                else { return }
                isAccepted = isAccepted || positions[$0].accepts
                anywhere.formUnion(Positions(2 * $0 + 1, of: sets, words: words))
                inSentence.formUnion(Positions(2 * $0 + 2, of: sets, words: words))
            }
            index += 1
            if isAccepted { return index }
            if anywhere.isEmpty, inSentence.isEmpty { return nil }
        }
        return nil
    }
}

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
