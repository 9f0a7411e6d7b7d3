/// Sorts composites so that each stands after the rules that it refers to. A rule with patterns or a feature that other
/// rules silence (`none`) stands among them as a composite whose only part is itself.
enum CompositeOrder {
    private enum Mark { case open, done }

    static func sorted(_ rules: [Rule]) throws(RuleError) -> [RuleSet.Composite] {
        var numbers: [String: Int] = [:]
        for (index, rule) in rules.enumerated() { numbers[rule.id] = index }
        var composites: [Int: RuleSet.Composite] = [:]
        for (index, rule) in rules.enumerated() {
            let none = try resolve(rule.none, rule, numbers)
            if rule.condition.isComposite {
                composites[index] = RuleSet.Composite(
                    rule: index, all: try resolve(rule.condition.all, rule, numbers),
                    any: try resolve(rule.condition.any, rule, numbers), none: none,
                    later: try resolve(rule.later, rule, numbers), within: rule.within,
                    opening: rule.opening)
            } else if !none.isEmpty {
                composites[index] = RuleSet.Composite(
                    rule: index, all: [index], any: [], none: none, later: [])
            }
        }
        var order: [RuleSet.Composite] = []
        var marks: [Int: Mark] = [:]
        for index in rules.indices { try visit(index, rules, composites, &marks, &order) }
        return order
    }

    /// The numbers of the rules that another rule names.
    static func numbers(
        of names: [Rule.Located<String>], in rule: Rule, among rules: [Rule]
    ) throws(RuleError) -> [Int] {
        var numbers: [String: Int] = [:]
        if !names.isEmpty { for (index, rule) in rules.enumerated() { numbers[rule.id] = index } }
        return try resolve(names, rule, numbers)
    }

    private static func resolve(
        _ names: [Rule.Located<String>], _ rule: Rule, _ numbers: [String: Int]
    ) throws(RuleError) -> [Int] {
        var result: [Int] = []
        for name in names {
            guard let number = numbers[name.value] else {
                throw rule.refused(.unknownRule(name.value), line: name.line)
            }
            result.append(number)
        }
        return result
    }

    private static func visit(
        _ index: Int, _ rules: [Rule], _ composites: [Int: RuleSet.Composite], _ marks: inout [Int: Mark],
        _ order: inout [RuleSet.Composite]
    ) throws(RuleError) {
        guard let composite = composites[index], marks[index] != .done else { return }
        guard marks[index] != .open else { throw rules[index].refused(.cycle(rules[index].id)) }
        marks[index] = .open
        let isSilenced = !rules[index].condition.isComposite
        let parts = (isSilenced ? [] : composite.all) + composite.any + composite.none + composite.later
        for part in parts {
            try visit(part, rules, composites, &marks, &order)
        }
        marks[index] = .done
        order.append(composite)
    }
}
