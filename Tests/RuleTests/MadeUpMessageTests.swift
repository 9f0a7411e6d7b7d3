import ScamDetection
import Testing

@Suite struct MadeUpMessageTests {
    @Test(arguments: MadeUpMessages.scams)
    func aScamIsSeen(_ message: String) throws {
        let detector = try ShippedRules.detector.get()
        let verdict = detector.verdict(on: detector.analyze(message))
        #expect(verdict.riskLevel == .medium || verdict.riskLevel == .high)
    }

    @Test(arguments: MadeUpMessages.genuine)
    func aGenuineMessageIsLowRisk(_ message: String) throws {
        let detector = try ShippedRules.detector.get()
        #expect(detector.verdict(on: detector.analyze(message)).riskLevel == .low)
    }
}
