/// Tells by the rules that hold which composites hold as well. Of more than a thousand, a text has a few, and to ask all of them would take
/// longer than all patterns do.
struct CompositeIndex: Sendable {
    /// For each rule, the composites that can't hold without it or without one of its like, and those that it is itself.
    private let composites: NumberLists
    /// The composites that could hold where no rule does.
    private var always: [Int] = []
    /// The rule of each composite.
    private let rules: [Int]
    // The parts of each composite.
    private var all = NumberLists()
    private var any = NumberLists()
    private var none = NumberLists()

    /// - Parameter ruleCount: the number of all rules.
    init(_ list: [RuleSet.Composite], ruleCount: Int) {
        rules = list.map(\.rule)
        var pairs: [(index: Int, number: Int)] = []
        for (index, composite) in list.enumerated() {
            let needed =
                composite.all.isEmpty
                ? composite.any.isEmpty ? composite.later : composite.any : [composite.all[0]]
            if needed.isEmpty { always.append(index) }
            pairs += Set(needed + [composite.rule]).map { ($0, index) }
            all.append(composite.all)
            any.append(composite.any)
            none.append(composite.none)
        }
        composites = NumberLists(count: ruleCount, pairs)
    }

    /// Calls `body` with the index of each composite that can hold, in their order.
    /// - Parameters:
    ///   - rules: the rules that hold by themselves.
    ///   - body: returns whether the composite holds; if so, what it is a part of can hold too.
    func forEach(beside rules: [Int], _ body: (Int) -> Bool) {
        var possible = NumberSet(capacity: self.rules.count)
        for index in always { possible.insert(index) }
        for rule in rules { composites.forEach(of: rule) { possible.insert($0) } }
        var next = possible.next(from: 0)
        while let index = next {
            if body(index) { composites.forEach(of: self.rules[index]) { possible.insert($0) } }
            next = possible.next(from: index + 1)
        }
    }

    /// Whether the rules hold, and are absent, that a composite asks for in `all`, `any` and `none`.
    func isMet(_ index: Int, by places: RulePlaces) -> Bool {
        !all.contains(of: index) { !places.holds($0) }
            && (any.isEmpty(index) || any.contains(of: index) { places.holds($0) })
            && !none.contains(of: index) { places.holds($0) }
    }
}
