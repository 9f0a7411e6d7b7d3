import ScamDetection
import Testing

@Suite("Rule example") struct RuleExampleTests {
    @Test("Each rule holds for its examples, and each pattern for one of them") func examples() throws {
        let detector = try ShippedRules.detector.get()
        #expect(ShippedRules.examples.count > 1000)
        #expect(detector.exampleProblems() == [])
    }

    /// Most lines were written for a rule that must not match them, and chosen for what rules look for in them, so that some can't be
    /// ruled out. A fifth are real.
    @Test("No harmless line is called a scam or holds a decisive ask, and few are worth a look")
    func harmlessLines() throws {
        let detector = try ShippedRules.detector.get()
        #expect(ShippedRules.harmless.count > 500)
        let warned = ShippedRules.harmless.filter { line in
            let verdict = detector.verdict(on: detector.analyze(example: line))
            #expect(verdict.riskLevel != .high, "\(line)")
            #expect(verdict.findings.filter(\.isDecisive).map(\.rule) == [], "\(line)")
            return verdict.riskLevel == .medium
        }
        #expect(Double(warned.count) < 0.12 * Double(ShippedRules.harmless.count), "\(warned)")
    }
}
