/// Number of messages that a rule matches, by label; synthetic ones are left out.
package struct RuleSupport: Sendable, Equatable, Encodable {
    package var scams = 0
    package var genuine = 0
    package var spam = 0

    package static func all(_ samples: [FitSample], ruleCount: Int) -> [RuleSupport] {
        var support = [RuleSupport](repeating: RuleSupport(), count: ruleCount)
        for one in samples where !one.message.isSynthetic {
            for rule in one.rules {
                switch one.message.label {
                case .scam: support[rule].scams += 1
                case .legit: support[rule].genuine += 1
                case .spam: support[rule].spam += 1
                }
            }
        }
        return support
    }
}
