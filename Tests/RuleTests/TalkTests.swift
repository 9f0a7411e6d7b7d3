import ScamDetection
import Testing
import TextAnalysis

@Suite("Talk") struct TalkTests {
    private static func verdict(_ talk: Talk) throws -> Verdict {
        let detector = try ShippedRules.detector.get()
        return detector.verdict(on: detector.analyze(talk.transcript))
    }

    @Test("A fraudsters talk is seen", arguments: ScamTalks.all.map(Talk.init))
    func aFraudstersTalkIsSeen(_ talk: Talk) throws {
        let verdict = try Self.verdict(talk)
        let findings = verdict.findings.map { "\($0.rule) \($0.weight)" }
        #expect(verdict.riskLevel == .medium || verdict.riskLevel == .high, "\(findings)")
    }

    @Test("An honest talk is low risk", arguments: GenuineTalks.all.map(Talk.init))
    func anHonestTalkIsLowRisk(_ talk: Talk) throws {
        let verdict = try Self.verdict(talk)
        let findings = verdict.findings.map { "\($0.rule) \($0.weight)" }
        #expect(verdict.riskLevel == .low, "\(findings)")
    }
}
