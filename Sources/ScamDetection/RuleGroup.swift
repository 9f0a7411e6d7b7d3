/// The groups of rules. Each group has a cap on the sum of its rules.
package enum RuleGroup: String, Sendable, CaseIterable {
    case ask, pressure, identity, link, conversation, style, composite, protective
}
