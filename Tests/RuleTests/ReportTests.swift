import ScamDetection
import Testing

/// Who tells of a scam asks for nothing, and no scam passes for such a tale.
@Suite("Reported speech") struct ReportTests {
    private func verdict(_ text: String) throws -> Verdict {
        let detector = try ShippedRules.detector.get()
        return detector.verdict(on: detector.analyze(text))
    }

    @Test(
        "What strangers wanted of others is no alarm",
        arguments: [
            "Someone called me about a safe account today, he wanted me to move all my savings",
            "Scammers tried to get my gran to buy gift cards and read them the numbers",
            "It was a scam of course, they wanted me to send the code they had just sent me",
            "Someone rang mum pretending to be her bank. He told her to install AnyDesk and log in",
            "If anyone asks you to move your savings to a safe account hang up",
            "They told him to pay the bail with gift cards, poor man",
            "Don't give them the code, otherwise your account is gone as well",
        ])
    func whatStrangersWanted(_ text: String) throws { #expect(try verdict(text).riskLevel == .low) }

    @Test(
        "What turns to the reader is an alarm",
        arguments: [
            "Someone told my mum to move her savings. Now please move your money to the safe account we opened for you",
            "Scammers are in your account so please transfer your savings to the safe account",
            "Fraudsters called our customers, so we ask you to move your money to a safe account",
            "Someone told us you had a problem, send me the 6 digit code you just received",
            "A caller told him to hurry and you must buy gift cards for me and send me the codes",
            "They asked her to wait. Send me the code you just received",
            "If anyone asks you say it is for a car. Now transfer the money to the safe account",
            // A way to the sender: somebody gains by what is told.
            "Someone told her to pay the customs fee at https://parcel-desk.top/x to get the parcel",
        ])
    func whatTurnsToTheReader(_ text: String) throws { #expect(try verdict(text).riskLevel != .low) }

    /// Beginnings of tales and warnings, without a full stop behind them.
    private static let heads = [
        "Someone called my neighbour and told her to ", "A nice man told my mum that ", "They told him ",
        "Scammers ask people to ", "If anyone asks you to pay, ", "Never give ", "It was a scam, he said ",
        "Don't send anything. Someone called me saying ", "Someone rang us about this ",
    ]

    @Test("A scam told like a tale stays one", arguments: BoughtCalmTests.scams)
    func aScamToldLikeATale(_ scam: String) throws {
        for head in Self.heads {
            let level = try verdict(head + scam).riskLevel
            #expect(level == .medium || level == .high, "\(head)")
        }
    }
}
