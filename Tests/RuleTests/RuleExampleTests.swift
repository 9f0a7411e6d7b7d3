import ScamDetection
import Testing

@Suite("Rule example") struct RuleExampleTests {
    @Test("The rules load") func theRulesLoad() throws {
        let detector = try ShippedRules.detector.get()
        #expect(!detector.rules.isEmpty)
        #expect(!detector.rulesVersion.isEmpty)
        #expect(!ShippedRules.harmless.isEmpty)
        #expect(detector.exampleProblems() == [])
    }

    @Test("The rule follows its example", arguments: ShippedRules.examples)
    func theRuleFollowsItsExample(_ example: ShippedRules.Example) throws {
        let detector = try ShippedRules.detector.get()
        let found = detector.findings(
            in: detector.analyze(example: example.text), as: example.language
        ).map(\.rule)
        #expect(found.contains(example.rule) == example.matches)
    }

    /// No decisive rule may match a harmless example of any rule. Learned words are no rule and never decide: the next test judges them.
    @Test("No decisive rule matches a harmless line", arguments: ShippedRules.harmless)
    func noDecisiveRuleMatchesAHarmlessLine(_ example: ShippedRules.Example) throws {
        let detector = try ShippedRules.detector.get()
        let decisive = detector.findings(in: detector.analyze(example: example.text))
            .filter { $0.group != .words && $0.weight >= detector.settings.decisiveWeight }
        #expect(decisive.map(\.rule) == [])
    }

    /// Medium says that a line can't be ruled out, which is true of some: they were written to look like a scam.
    @Test("No harmless line is called a scam, and few are worth a look") func harmlessLines() throws {
        let detector = try ShippedRules.detector.get()
        let warned = ShippedRules.harmless.filter { example in
            let verdict = detector.verdict(on: detector.analyze(example: example.text))
            #expect(verdict.riskLevel != .high, "\(example.text)")
            return verdict.riskLevel == .medium
        }
        #expect(Double(warned.count) < 0.02 * Double(ShippedRules.harmless.count))
    }
}
