/// The groups of rules, and the group of the learned words. The sum of each group's weights has a cap.
package enum RuleGroup: String, Sendable, CaseIterable {
    case ask, pressure, identity, link, conversation, style, composite, protective, words
}
