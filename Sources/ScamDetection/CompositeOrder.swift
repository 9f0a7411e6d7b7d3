/// Sorts composites so that each stands after the rules that it refers to.
enum CompositeOrder {
    private enum Mark { case open, done }

    /// What a part of a composite begins with that stands for all rules of a group that weigh anything, but composites: `group ask`.
    private static let groupMark = "group "

    static func sorted(_ rules: [Rule]) throws(RuleError) -> [RuleSet.Composite] {
        var numbers: [String: [Int]] = [:]
        for (index, rule) in rules.enumerated() {
            numbers[rule.id] = [index]
            if rule.weight != 0, !rule.condition.isComposite {
                numbers[groupMark + rule.group.rawValue, default: []].append(index)
            }
        }
        func resolve(_ names: [Rule.Located<String>], _ rule: Rule) throws(RuleError) -> [Int] {
            var result: [Int] = []
            for name in names {
                guard let found = numbers[name.value] else {
                    throw rule.refused(.unknownRule(name.value), line: name.line)
                }
                result += found
            }
            return result
        }
        var composites: [Int: RuleSet.Composite] = [:]
        for (index, rule) in rules.enumerated() where rule.condition.isComposite {
            // All rules of a group never hold together.
            if let group = rule.condition.all.first(where: { $0.value.hasPrefix(groupMark) }) {
                throw rule.refused(.unknownRule(group.value), line: group.line)
            }
            composites[index] = RuleSet.Composite(
                rule: index, all: try resolve(rule.condition.all, rule),
                any: try resolve(rule.condition.any, rule), none: try resolve(rule.none, rule),
                later: try resolve(rule.later, rule), within: rule.within, opening: rule.opening)
        }
        var order: [RuleSet.Composite] = []
        var marks: [Int: Mark] = [:]
        for index in rules.indices { try visit(index, rules, composites, &marks, &order) }
        return order
    }

    private static func visit(
        _ index: Int, _ rules: [Rule], _ composites: [Int: RuleSet.Composite], _ marks: inout [Int: Mark],
        _ order: inout [RuleSet.Composite]
    ) throws(RuleError) {
        guard let composite = composites[index], marks[index] != .done else { return }
        guard marks[index] != .open else { throw rules[index].refused(.cycle(rules[index].id)) }
        marks[index] = .open
        for part in composite.all + composite.any + composite.none + composite.later {
            try visit(part, rules, composites, &marks, &order)
        }
        marks[index] = .done
        order.append(composite)
    }
}
