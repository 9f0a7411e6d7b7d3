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
        /// The positions that may take the next token.
        var follow: StateSet
        /// The positions that may take the next token if it stands in the same sentence.
        var followInSentence: StateSet
        var accepts: Bool
    }

    private(set) var positions: [Position] = []
    /// The symbols of all positions, one position after the other.
    private var symbols: [Vocabulary.ID] = []
    private(set) var entry = StateSet()
    /// The symbols with which a match can begin, each of them once.
    private(set) var firstSymbols: [Vocabulary.ID] = []
    /// The masks of all positions that may take a match's second token; all bits where any token may stand there, or none need.
    private(set) var secondMask: UInt64 = 0
    /// Lists of symbols: every match holds at least one of each list. A list may name a symbol twice.
    private(set) var requirements: [[Vocabulary.ID]] = []

    /// - Parameter vocabulary: it must hold all words of the pattern.
    init(_ syntax: PatternSyntax, vocabulary: Vocabulary) throws(PatternError) {
        let start = try compile(syntax, Continuation(accepts: true), vocabulary)
        guard !start.accepts else { throw PatternError.matchesNothing }
        guard start.inSentence.isEmpty, !hasGapAtEnd else { throw PatternError.gapAtEdge }
        entry = start.anywhere
        var first: [Vocabulary.ID] = []
        entry.forEach { position in
            first +=
                symbols[
                    Int(positions[position].symbols.lowerBound)..<Int(positions[position].symbols.upperBound)]
        }
        first.sort()
        for symbol in first where symbol != firstSymbols.last { firstSymbols.append(symbol) }
        secondMask = maskOfSecond()
        Self.addRequirements(syntax, vocabulary, to: &requirements)
        if requirements.isEmpty { requirements = [firstSymbols] }
    }

    /// The token after the shortest match that begins at `start`; nil without a match.
    /// - Parameter tokens: the symbols of the text's tokens.
    func end(from start: Int, in tokens: [Vocabulary.Symbols]) -> Int? {
        // Most of the time for a text is spent here, so that the arrays' references aren't counted for each position.
        positions.withUnsafeBufferPointer { positions in
            symbols.withUnsafeBufferPointer { symbols in
                tokens.withUnsafeBufferPointer { Self.end(from: start, in: $0, positions, symbols, entry) }
            }
        }
    }

    private static func end(
        from start: Int, in tokens: UnsafeBufferPointer<Vocabulary.Symbols>,
        _ positions: UnsafeBufferPointer<Position>, _ symbols: UnsafeBufferPointer<Vocabulary.ID>,
        _ entry: StateSet
    ) -> Int? {
        func takes(_ position: Position, _ symbol: Vocabulary.ID) -> Bool {
            guard position.mask & Vocabulary.bit(of: symbol) != 0 else { return false }
            for place in position.symbols where symbols[Int(place)] == symbol { return true }
            return false
        }
        var anywhere = entry
        var inSentence = StateSet()
        var index = start
        while index < tokens.count {
            var active = anywhere
            if !inSentence.isEmpty, tokens[index].sentence == tokens[index - 1].sentence {
                active.formUnion(inSentence)
            }
            anywhere = StateSet()
            inSentence = StateSet()
            var isAccepted = false
            active.forEach {
                guard
                    positions[$0].symbols.isEmpty || takes(positions[$0], tokens[index].first)
                        || takes(positions[$0], tokens[index].second)
                else { return }
                isAccepted = isAccepted || positions[$0].accepts
                anywhere.formUnion(positions[$0].follow)
                inSentence.formUnion(positions[$0].followInSentence)
            }
            index += 1
            if isAccepted { return index }
            if anywhere.isEmpty, inSentence.isEmpty { return nil }
        }
        return nil
    }

    private func maskOfSecond() -> UInt64 {
        var mask: UInt64 = 0
        entry.forEach { first in
            if positions[first].accepts { mask = .max }
            positions[first].follow.union(positions[first].followInSentence).forEach { second in
                mask |= positions[second].symbols.isEmpty ? .max : positions[second].mask
            }
        }
        return mask
    }

    // MARK: Compilation, from the pattern's end to its start

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

    private var hasGapAtEnd = false

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
            Position(
                symbols: start..<Int32(symbols.count),
                mask: taken.reduce(0) { $0 | Vocabulary.bit(of: $1) },
                follow: next.anywhere, followInSentence: next.inSentence, accepts: next.accepts))
        return only
    }

    private mutating func compile(
        _ syntax: PatternSyntax, _ next: Continuation, _ vocabulary: Vocabulary
    ) throws(PatternError) -> Continuation {
        switch syntax {
        case .word, .entity:
            return try add(Self.symbol(syntax, vocabulary).map { [$0] } ?? [], next)
        case .sequence(let parts):
            var result = next
            for part in parts.reversed() { result = try compile(part, result, vocabulary) }
            return result
        case .optional(let inner):
            return try compile(inner, next, vocabulary).union(next)
        case .choice(let alternatives):
            var result = Continuation()
            // All alternatives of one word share a single position.
            var single: [Vocabulary.ID] = []
            single.reserveCapacity(alternatives.count)
            for alternative in alternatives {
                if let symbol = Self.symbol(alternative, vocabulary) {
                    single.append(symbol)
                } else {
                    result = result.union(try compile(alternative, next, vocabulary))
                }
            }
            guard !single.isEmpty else { return result }
            return result.union(try add(single, next))
        case .gap:
            if next.accepts { hasGapAtEnd = true }
            var result = Continuation(inSentence: next.anywhere.union(next.inSentence))
            let target = result
            for _ in 0..<Self.gapLength {
                let any = try add([], result)
                result = target
                result.inSentence.formUnion(any.anywhere)
            }
            return result
        }
    }

    private static func symbol(_ syntax: PatternSyntax, _ vocabulary: Vocabulary) -> Vocabulary.ID? {
        switch syntax {
        case .word(let word): vocabulary.id(word)
        case .entity(let kind): Vocabulary.id(kind)
        case .sequence(let parts) where parts.count == 1: symbol(parts[0], vocabulary)
        default: nil
        }
    }

    /// The first word or entity that every match of a sequence holds.
    private static func firstSymbol(
        _ syntax: PatternSyntax, _ vocabulary: Vocabulary
    ) -> Vocabulary.ID? {
        guard case .sequence(let parts) = syntax else { return nil }
        for part in parts {
            if let symbol = symbol(part, vocabulary) { return symbol }
        }
        return nil
    }

    /// Adds a list of symbols for each part that every match goes through.
    private static func addRequirements(
        _ syntax: PatternSyntax, _ vocabulary: Vocabulary, to list: inout [[Vocabulary.ID]]
    ) {
        switch syntax {
        case .word, .entity:
            if let symbol = symbol(syntax, vocabulary) { list.append([symbol]) }
        case .sequence(let parts):
            for part in parts { addRequirements(part, vocabulary, to: &list) }
        case .choice(let alternatives):
            var union: [Vocabulary.ID] = []
            for alternative in alternatives {
                if let symbol = symbol(alternative, vocabulary) {
                    union.append(symbol)
                    continue
                }
                // The part of the alternative that is hardest to match represents all of it.
                if let first = firstSymbol(alternative, vocabulary) {
                    union.append(first)
                    continue
                }
                var parts: [[Vocabulary.ID]] = []
                addRequirements(alternative, vocabulary, to: &parts)
                guard let narrowest = parts.min(by: { $0.count < $1.count }) else { return }
                union += narrowest
            }
            list.append(union)
        case .optional, .gap:
            break
        }
    }
}
