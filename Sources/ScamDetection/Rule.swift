package import TextAnalysis
package import Texts

/// A sign of a scam, or of a genuine message, in all languages that its patterns are written in.
package struct Rule: Sendable {
    package var id: String
    /// What people are told where it holds; nil for a rule of weight 0, which is never shown.
    package var reason: Sentence?
    package var group: RuleGroup
    /// The scam type for which the rule votes; nil where it votes for none.
    package var scamType: ScamType?
    /// The largest size of a weight, in log-odds; 6 means odds of 400 to 1.
    package static let maximumWeight = 6.0

    /// In log-odds, by the rule's author.
    package var weight: Double
    /// Whether it guards what no real message of the development set shows (`unseen: true`).
    package var isUnseen = false
    package var examples: [Example]
    package var file: String
    package var line: Int?

    var condition: Condition
    /// Rules beside which a composite doesn't hold.
    var none: [Located<String>] = []
    /// Rules of a composite of which one must hold in a later message than the first of its other parts.
    var later: [Located<String>] = []
    /// The number of neighbouring turns of a conversation within which all parts of a composite must hold; nil for any distance.
    var within: Int?
    /// The number of turns at a conversation's beginning in which a composite's parts count; nil for all.
    var opening: Int?
    /// Whether its patterns are looked for in the owner's answers (`in: replies`). Such a rule has weight 0.
    var isAboutReplies = false

    /// The condition under which a rule holds for a text: patterns, a feature, or other rules. It isn't an enum with these as its cases'
    /// values, because Swift 6.3's optimiser leaks the last list of such a case.
    struct Condition: Sendable {
        var wordings: [Wording] = []
        var feature: Feature?
        var all: [Located<String>] = []
        var any: [Located<String>] = []

        /// Whether it is made of other rules.
        var isComposite: Bool { !(all.isEmpty && any.isEmpty) }
    }

    /// A rule's patterns for texts in one language.
    struct Wording: Sendable {
        var language: Language
        var patterns: [Located<String>]
        var unless: [Located<String>]
    }

    /// A text that a rule must match, or must not.
    package struct Example: Sendable {
        /// nil where its words are of no language.
        package var language: Language?
        package var text: Located<String>
        package var matches: Bool
    }

    /// A value and the line of the rule file on which it stands.
    package struct Located<Value: Sendable>: Sendable {
        package var value: Value
        package var line: Int?
    }

    /// The languages that it has patterns for; empty for a rule that needs none.
    package var languages: [Language] { condition.wordings.map(\.language) }

    func refused(_ reason: RuleError.Reason, line: Int? = nil) -> RuleError {
        RuleError(file: file, line: line ?? self.line, reason: reason)
    }
}

/// The groups of rules, and those of what the text model says and of messages that are known. The sum of each group's weights has a cap.
package enum RuleGroup: String, Sendable, CaseIterable {
    case ask, pressure, identity, link, conversation, style, composite, protective, words, memory

    /// The group's place in `allCases`.
    package var number: Int {
        switch self {
        case .ask: 0
        case .pressure: 1
        case .identity: 2
        case .link: 3
        case .conversation: 4
        case .style: 5
        case .composite: 6
        case .protective: 7
        case .words: 8
        case .memory: 9
        }
    }
}

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
