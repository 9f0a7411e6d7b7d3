import ScamDetection
import TestSupport
import Testing

/// The shipped rules on their own examples in disguise. `scripts/obfuscate` disguises any data set.
@Suite("Disguise costs little recall")
struct ObfuscationTests {
    /// The rules that match disguise itself.
    private static let own: Set = [
        "identity.disguised-words", "identity.hidden-characters", "identity.spelled-out-words",
    ]
    /// Fewest examples in a hundred that their own rule still matches, and most alarms in a hundred that may be lost.
    private static let fewestKept = 80
    private static let mostAlarmsLost = 12

    @Test("Rules see through", arguments: Obfuscation.allCases)
    func rulesSeeThrough(_ obfuscation: Obfuscation) throws {
        let detector = try ShippedRules.detector.get()
        let examples = ShippedRules.examples.filter { example in
            !Self.own.contains(example.rule)
                && ["ask.", "pressure.", "identity.", "conversation."].contains { example.rule.hasPrefix($0) }
        }
        var random = SeededGenerator(state: 20)
        var (changed, kept, alarms, stillAlarms) = (0, 0, 0, 0)
        for example in examples {
            let disguised = obfuscation.apply(to: example.text, &random)
            guard disguised != example.text else { continue }
            changed += 1
            let plain = detector.verdict(on: detector.analyze(example: example.text))
            let text = detector.analyze(example: disguised)
            if detector.findings(in: text).contains(where: { $0.rule == example.rule }) { kept += 1 }
            guard plain.riskLevel != .low else { continue }
            alarms += 1
            if detector.verdict(on: text).riskLevel != .low { stillAlarms += 1 }
        }
        try #require(changed > 200 && alarms > 100)
        #expect(kept * 100 >= changed * Self.fewestKept, "\(kept) of \(changed)")
        #expect((alarms - stillAlarms) * 100 <= changed * Self.mostAlarmsLost, "\(stillAlarms) of \(alarms)")
    }

    @Test("Harmless examples show no disguise") func harmlessExamplesShowNoDisguise() throws {
        let detector = try ShippedRules.detector.get()
        for line in ShippedRules.harmless {
            let found = detector.findings(in: detector.analyze(example: line)).map(\.rule)
            #expect(Self.own.isDisjoint(with: found), "\(line)")
        }
    }
}
