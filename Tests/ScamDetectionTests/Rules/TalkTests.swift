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

    @Test("No honest talk is called a scam, and few are worth a look") func honestTalks() throws {
        let talks = GenuineTalks.all.map(Talk.init)
        let warned = try talks.filter { talk in
            let level = try Self.verdict(talk).riskLevel
            #expect(level != .high, "\(talk.name)")
            return level == .medium
        }
        #expect(20 * warned.count <= talks.count, "\(warned.map(\.name))")
    }
}
