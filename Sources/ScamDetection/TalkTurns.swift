import TextAnalysis

/// In which messages of a conversation the parts of a composite hold: what comes `later`, and what stands together (`within`).
/// Words of a long talk that have nothing to do with each other, such as a cake "in gold" and "I'd let you know" on another day, say
/// nothing together.
struct TalkTurns {
    /// nil where the text is no conversation.
    private let screen: ScreenContext?
    /// The number of the turn in which each message stands. An answer by the owner begins another one.
    private let turns: [Int]
    /// The messages behind which the owner's answers hold a rule, in ascending order.
    private var answered: [Int: [Int]] = [:]
    /// The messages that hold each rule with patterns; nil until a composite needs them.
    private var messages: [Int: [Int]]?
    /// The stretches of messages in which a composite holds that has `within`, or is made of such ones.
    private var stretches: [Int: [ClosedRange<Int>]] = [:]

    init(_ screen: ScreenContext?) {
        self.screen = screen.flatMap { $0.messages.isEmpty ? nil : $0 }
        var turns: [Int] = []
        var passed = 0
        let answers = screen?.answers ?? []
        for message in (screen?.messages ?? []).indices {
            while passed < answers.count, answers[passed] <= message { passed += 1 }
            turns.append(passed)
        }
        self.turns = turns
    }

    /// - Parameter number: the answer's number.
    mutating func add(_ rule: Int, inAnswer number: Int) {
        guard let screen else { return }
        answered[rule, default: []].append(max(0, screen.answers[number] - 1))
    }

    /// Whether one of the `later` parts stands in a later message than the first of the other parts, if there are such parts.
    func isContinued(_ composite: RuleSet.Composite, _ places: RulePlaces) -> Bool {
        if composite.later.isEmpty { return true }
        guard let screen else { return false }
        let others = composite.all + composite.any
        // An answer is no evidence and has no place; the conversation's beginning stands for it.
        let first = others.compactMap { place(of: $0, places) }.min() ?? 0
        let firstSign = others.compactMap { start(of: $0, places) }.min() ?? 0
        return composite.later.contains { part in
            guard let found = places[part] else { return false }
            // All of a stretch follows, so that nothing counts that was said before the first sign, in an answer or not.
            if let stretches = stretches[part] { return stretches.contains { $0.lowerBound > firstSign } }
            return found.contains { screen.message(at: $0.lowerBound).map { $0 > first } ?? false }
        }
    }

    /// Whether a composite's parts hold in the first turns, as many as it says.
    func isAtBeginning(_ composite: RuleSet.Composite, _ places: RulePlaces) -> Bool {
        guard screen != nil, let opening = composite.opening else { return true }
        func isEarly(_ part: Int) -> Bool { start(of: part, places).map { turns[$0] < opening } ?? false }
        return composite.all.allSatisfy(isEarly)
            && (composite.any.isEmpty || composite.any.contains { places.holds($0) && isEarly($0) })
    }

    /// The first message that holds a rule, or behind which an answer does.
    private func start(of part: Int, _ places: RulePlaces) -> Int? {
        [place(of: part, places), answered[part]?.first].compactMap(\.self).min()
    }

    private func place(of part: Int, _ places: RulePlaces) -> Int? {
        places[part]?.first.flatMap { screen?.message(at: $0.lowerBound) }
    }

    /// Whether a composite's parts hold in as few neighbouring turns as it says. What it is made of is kept for the composites that it is
    /// a part of.
    /// - Parameter findEachMessage: returns the messages in which each rule with patterns matches. It takes as long as all patterns do.
    mutating func holdsTogether(
        _ composite: RuleSet.Composite, _ places: RulePlaces,
        _ findEachMessage: () -> [(rule: Int, message: Int)], in rules: RuleSet
    ) -> Bool {
        guard screen != nil else { return true }
        let parts = (composite.all + composite.any + composite.later).filter { places.holds($0) }
        let answers = Set(parts.flatMap { answered[$0] ?? [] })
        if !answers.isEmpty { answered[composite.rule] = answers.sorted() }
        guard let within = composite.within else {
            let inherited = parts.flatMap { stretches[$0] ?? [] }
            if !inherited.isEmpty { stretches[composite.rule] = inherited }
            return true
        }
        if messages == nil {
            messages = findEachMessage().reduce(into: [:]) { $0[$1.rule, default: []].append($1.message) }
        }
        let all = composite.all.map { held(by: $0, places, rules) }
        let any = composite.any.flatMap { held(by: $0, places, rules) }
        let needed = composite.any.isEmpty ? all : all + [any]
        let found = Set(needed.joined().map(\.lowerBound)).sorted().compactMap { start in
            Self.stretch(from: start, of: needed) { self.turns[$0] - self.turns[start] < within }
        }
        stretches[composite.rule] = found
        return !found.isEmpty
    }

    /// The shortest stretch that begins at a message and holds one of each list.
    private static func stretch(
        from start: Int, of lists: [[ClosedRange<Int>]], where isNear: (Int) -> Bool
    ) -> ClosedRange<Int>? {
        var end = start
        for list in lists {
            let ends = list.lazy.filter { $0.lowerBound >= start }.map(\.upperBound)
            guard let nearest = ends.min(), isNear(nearest) else { return nil }
            end = max(end, nearest)
        }
        return start...end
    }

    /// The stretches of messages that hold a part of a composite.
    private func held(by part: Int, _ places: RulePlaces, _ rules: RuleSet) -> [ClosedRange<Int>] {
        guard let found = places[part] else { return [] }
        if let stretches = stretches[part] { return stretches }
        if let messages = messages?[part] { return messages.map { $0...$0 } }
        if let composite = rules.composites.first(where: { $0.rule == part }) {
            return (composite.all + composite.any + composite.later).flatMap { held(by: $0, places, rules) }
        }
        let numbers = found.compactMap { screen?.message(at: $0.lowerBound) } + (answered[part] ?? [])
        return numbers.map { $0...$0 }
    }
}
