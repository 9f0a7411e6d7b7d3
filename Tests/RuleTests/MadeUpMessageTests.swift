import ScamDetection
import Testing

@Suite("Made up message") struct MadeUpMessageTests {
    @Test("A scam is seen", arguments: MadeUpMessages.scams + ServiceMessages.scams)
    func aScamIsSeen(_ message: String) throws {
        let detector = try ShippedRules.detector.get()
        let verdict = detector.verdict(on: detector.analyze(message))
        #expect(verdict.riskLevel == .medium || verdict.riskLevel == .high)
    }

    @Test(
        "A genuine message is low risk",
        arguments: MadeUpMessages.genuine + ServiceMessages.genuine + Notices.genuine)
    func aGenuineMessageIsLowRisk(_ message: String) throws {
        let detector = try ShippedRules.detector.get()
        #expect(detector.verdict(on: detector.analyze(message)).riskLevel == .low)
    }
}
