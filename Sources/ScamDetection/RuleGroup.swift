/// The groups of rules, and that of what the text model says. The sum of each group's weights has a cap.
package enum RuleGroup: String, Sendable, CaseIterable {
    case ask, pressure, identity, link, conversation, style, composite, protective, words

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
        }
    }
}
