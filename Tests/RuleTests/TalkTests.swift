import ScamDetection
import Testing
import TextAnalysis

@Suite struct TalkTests {
    private static func verdict(_ talk: Talk) throws -> Verdict {
        let detector = try ShippedRules.detector.get()
        return detector.verdict(on: detector.analyze(talk.transcript))
    }

    @Test(arguments: ScamTalks.all.map(Talk.init))
    func aFraudstersTalkIsSeen(_ talk: Talk) throws {
        let verdict = try Self.verdict(talk)
        let findings = verdict.findings.map { "\($0.rule) \($0.weight)" }
        #expect(verdict.riskLevel == .medium || verdict.riskLevel == .high, "\(findings)")
    }

    @Test(arguments: GenuineTalks.all.map(Talk.init))
    func anHonestTalkIsLowRisk(_ talk: Talk) throws {
        let verdict = try Self.verdict(talk)
        let findings = verdict.findings.map { "\($0.rule) \($0.weight)" }
        #expect(verdict.riskLevel == .low, "\(findings)")
    }
}
