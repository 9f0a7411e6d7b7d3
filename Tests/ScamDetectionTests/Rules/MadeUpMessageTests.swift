import ScamDetection
import Testing

@Suite("Made up message") struct MadeUpMessageTests {
    @Test("Nearly all scams are seen") func scams() throws {
        let detector = try ShippedRules.detector.get()
        let messages = MadeUpMessages.scams + ServiceMessages.scams
        let missed = messages.filter { !detector.verdict(on: detector.analyze($0)).riskLevel.isWarning }
        #expect(20 * missed.count <= messages.count, "\(missed)")
    }

    /// They were made up to look like scams, so that some can't be ruled out.
    @Test("No genuine message is called a scam, and few are worth a look") func genuineMessages() throws {
        let detector = try ShippedRules.detector.get()
        let messages = MadeUpMessages.genuine + ServiceMessages.genuine + Notices.genuine
        let warned = messages.filter { message in
            let level = detector.verdict(on: detector.analyze(message)).riskLevel
            #expect(level != .high, "\(message)")
            return level == .medium
        }
        #expect(Double(warned.count) < 0.12 * Double(messages.count), "\(warned)")
    }
}
