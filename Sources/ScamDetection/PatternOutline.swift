import TextAnalysis

/// What tells which texts a pattern can match at all. `PhraseIndex` is made of it.
struct PatternOutline: Sendable {
    /// The symbols with which a match can begin, each of them once.
    private(set) var firstSymbols: [Vocabulary.ID] = []
    /// The masks of all positions that may take a match's second token; all bits where any token may stand there, or none need.
    let secondMask: UInt64
    /// Lists of symbols: every match holds at least one of each list. A list may name a symbol twice.
    private(set) var requirements: [[Vocabulary.ID]] = []

    /// - Parameter program: the syntax, compiled just now, so that its slices begin at 0.
    init(of program: PatternProgram, _ syntax: PatternSyntax, _ vocabulary: Vocabulary) {
        var first: [Vocabulary.ID] = []
        program.entry.forEach { position in
            for place in program.positions[position].symbols { first.append(program.symbols[Int(place)]) }
        }
        first.sort()
        secondMask = Self.maskOfSecond(program)
        for symbol in first where symbol != firstSymbols.last { firstSymbols.append(symbol) }
        Self.addRequirements(syntax, vocabulary, to: &requirements)
        if requirements.isEmpty { requirements = [firstSymbols] }
    }

    private static func maskOfSecond(_ program: PatternProgram) -> UInt64 {
        let positions = program.positions
        var mask: UInt64 = 0
        program.entry.forEach { first in
            if positions[first].accepts { mask = .max }
            program.follow(first).forEach { second in
                mask |= positions[second].symbols.isEmpty ? .max : positions[second].mask
            }
        }
        return mask
    }

    static func symbol(_ syntax: PatternSyntax, _ vocabulary: Vocabulary) -> Vocabulary.ID? {
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
