import TextAnalysis

/// Tells by a text's words which patterns can match it at all.
struct PhraseIndex: Sendable {
    private let count: Int
    private let symbolCount: Int
    /// The numbers of the phrases that can begin with a symbol, for each symbol.
    private let beginnings: NumberLists
    /// The numbers of the phrases that need a symbol or one of its alternatives, for each symbol.
    private let anchors: NumberLists
    /// The bits of what may stand behind each phrase's first word.
    private let secondMasks: [UInt64]
    /// What each phrase needs besides: lists of symbols, each after their number. Every match holds a symbol of each list.
    private let needs: NumberLists

    /// - Parameter symbolCount: one more than the largest symbol.
    init(_ phrases: [PatternOutline] = [], symbolCount: Int = 0) {
        count = phrases.count
        secondMasks = phrases.map(\.secondMask)
        self.symbolCount = symbolCount
        var beginnings: [(index: Int, number: Int)] = []
        var anchors = beginnings
        var needs = NumberLists()
        var uses = [Int](repeating: 0, count: symbolCount)
        for symbol in phrases.lazy.flatMap(\.requirements).joined() { uses[Int(symbol)] += 1 }
        for (number, phrase) in phrases.enumerated() {
            for symbol in phrase.firstSymbols { beginnings.append((Int(symbol), number)) }
            let requirements = phrase.requirements.map { symbols in
                (symbols: symbols, uses: symbols.reduce(0) { $0 + uses[Int($1)] })
            }
            .sorted { $0.uses < $1.uses }
            for symbol in Set(requirements.first?.symbols ?? []) { anchors.append((Int(symbol), number)) }
            needs.append(
                requirements.dropFirst().flatMap { list in [list.symbols.count] + list.symbols.map { Int($0) }
                })
        }
        self.beginnings = NumberLists(count: symbolCount, beginnings)
        self.anchors = NumberLists(count: symbolCount, anchors)
        self.needs = needs
    }

    func write(to writer: inout SnapshotWriter) {
        for lists in [beginnings, anchors, needs] { lists.write(to: &writer) }
        writer.numbers(secondMasks)
    }

    init(from reader: inout SnapshotReader, count: Int, symbolCount: Int) throws(SnapshotError) {
        self.count = count
        self.symbolCount = symbolCount
        beginnings = try NumberLists(from: &reader, numbers: 0..<count)
        anchors = try NumberLists(from: &reader, numbers: 0..<count)
        needs = try NumberLists(from: &reader, numbers: 0..<Int(Int32.max))
        secondMasks = try reader.numbers()
        guard beginnings.count == symbolCount, anchors.count == symbolCount, needs.count == count,
            secondMasks.count == count, (0..<count).allSatisfy({ areNeeds($0, below: symbolCount) })
        else { throw SnapshotError() }
    }

    /// Whether what a phrase needs is lists of symbols, each after their number.
    private func areNeeds(_ phrase: Int, below symbolCount: Int) -> Bool {
        needs.withList(of: phrase) { needs in
            var place = 0
            while place < needs.count {
                let end = place + 1 + Int(needs[place])
                guard end <= needs.count, needs[(place + 1)..<end].allSatisfy({ $0 < symbolCount }) else {
                    return false
                }
                place = end
            }
            return true
        }
    }

    /// The phrases of which the text holds all that every match needs. The rarest list of each comes first, so that hardly any phrase is
    /// looked at for a second one.
    func anchored(in symbols: [Vocabulary.Symbols]) -> NumberSet {
        var anchored = NumberSet(capacity: count)
        guard count > 0 else { return anchored }
        var present = NumberSet(capacity: symbolCount)
        for token in symbols {
            if token.first >= 0 { present.insert(Int(token.first)) }
            if token.second >= 0 { present.insert(Int(token.second)) }
        }
        var symbol = present.next(from: 0)
        while let current = symbol {
            anchors.forEach(of: current) { phrase in
                if !anchored.contains(phrase), isMet(phrase, by: present) { anchored.insert(phrase) }
            }
            symbol = present.next(from: current + 1)
        }
        return anchored
    }

    private func isMet(_ phrase: Int, by present: NumberSet) -> Bool {
        needs.withList(of: phrase) { needs in
            var place = 0
            while place < needs.count {
                let end = place + 1 + Int(needs[place])
                place += 1
                while place < end, !present.contains(Int(needs[place])) { place += 1 }
                if place == end { return false }
                place = end
            }
            return true
        }
    }

    /// Calls `body` with the number of each phrase that can begin with a token.
    /// - Parameters:
    ///   - next: the token behind it; nil for the last one.
    ///   - anchored: the phrases that can match the text.
    @inline(__always)
    func forEachBeginning(
        with token: Vocabulary.Symbols, before next: Vocabulary.Symbols?, of anchored: NumberSet,
        _ body: (Int) -> Void
    ) {
        let bits = next?.bits ?? 0
        func visit(_ phrase: Int) {
            guard anchored.contains(phrase),
                secondMasks[phrase] & bits != 0 || secondMasks[phrase] == .max
            else { return }
            body(phrase)
        }
        beginnings.forEach(of: Int(token.first), visit)
        beginnings.forEach(of: Int(token.second), visit)
    }
}

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
