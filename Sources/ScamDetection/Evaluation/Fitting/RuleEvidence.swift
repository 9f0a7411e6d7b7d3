/// What labelled messages say of a rule. Advertising and constructed messages are left out.
package struct RuleEvidence: Sendable, Encodable {
    package var rule: String
    /// Whether it guards what no message of the development set shows (`unseen: true`).
    package var isUnseen: Bool
    /// The number of messages for which it holds.
    package var scams = 0
    package var genuine = 0
    /// The same for each source of which it holds for a message.
    package var sources: [String: Counts] = [:]
    /// The mean change of the score, in log-odds, on messages for which it holds, compared with their score without it; 0 where there are none.
    /// A composite that it is a part of counts as before.
    package var effectOnScams = 0.0
    package var effectOnGenuine = 0.0
    /// The number of messages that would be low without it, and aren't.
    package var decidedScams = 0
    package var decidedGenuine = 0
    /// The rule that holds for most of the same messages, and the share of the messages for which one of both holds that both hold for.
    package var twin: String?
    package var likeness = 0.0

    package struct Counts: Sendable, Encodable {
        package var scams = 0
        package var genuine = 0
    }

    /// The evidence for each rule, in the rules' order, from all messages on all cores.
    @concurrent package static func all(
        from messages: [LabelledMessage], by detector: ScamDetector
    ) async -> [RuleEvidence] {
        let counted = messages.filter(\.counts)
        let judged = counted.concurrentMap { Self.effects(in: $0.text, by: detector) }
        var all = detector.rules.map { RuleEvidence(rule: $0.id, isUnseen: $0.isUnseen) }
        let numbers = Dictionary(uniqueKeysWithValues: zip(all.map(\.rule), all.indices))
        var together: [[Int: Int]] = Array(repeating: [:], count: all.count)
        for (message, effects) in zip(counted, judged) {
            let held = effects.compactMap { effect in numbers[effect.rule].map { ($0, effect) } }
            for (number, effect) in held {
                all[number].add(effect, to: message)
                for (other, _) in held where other != number { together[number][other, default: 0] += 1 }
            }
        }
        let counts = all.map { $0.scams + $0.genuine }
        for number in all.indices {
            all[number].effectOnScams /= Double(max(1, all[number].scams))
            all[number].effectOnGenuine /= Double(max(1, all[number].genuine))
            for (other, both) in together[number].sorted(by: { $0.key < $1.key }) {
                let likeness = Double(both) / Double(counts[number] + counts[other] - both)
                if likeness > all[number].likeness {
                    (all[number].twin, all[number].likeness) = (all[other].rule, likeness)
                }
            }
        }
        return all
    }

    private struct Effect: Sendable {
        var rule: String
        var onScore: Double
        var decides: Bool
    }

    private static func effects(in text: String, by detector: ScamDetector) -> [Effect] {
        let findings = detector.findings(in: detector.analyze(text))
        let all = detector.breakdown(findings)
        func isLow(_ breakdown: ScoreBreakdown) -> Bool {
            detector.settings.riskLevel(breakdown.probability) == .low
        }
        return findings.indices.map { index in
            let others = detector.breakdown(findings, without: [index])
            return Effect(
                rule: findings[index].rule, onScore: all.score - others.score,
                decides: isLow(others) && !isLow(all))
        }
    }

    private mutating func add(_ effect: Effect, to message: LabelledMessage) {
        let source = message.source ?? ""
        if message.label == .scam {
            scams += 1
            effectOnScams += effect.onScore
            decidedScams += effect.decides ? 1 : 0
            sources[source, default: Counts()].scams += 1
        } else {
            genuine += 1
            effectOnGenuine += effect.onScore
            decidedGenuine += effect.decides ? 1 : 0
            sources[source, default: Counts()].genuine += 1
        }
    }
}
