/// The groups of rules, and the groups of the learned words, of single messages and of talks. The sum of each group's weights has a cap.
package enum RuleGroup: String, Sendable, CaseIterable {
    case ask, pressure, identity, link, conversation, style, composite, protective, words
    case talkWords = "talk_words"

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
        case .talkWords: 9
        }
    }

    /// Whether its weights are learned words', not rules'.
    package var isLearned: Bool { self == .words || self == .talkWords }
}
