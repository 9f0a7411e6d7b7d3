import ScamDetection
import Testing
import TextAnalysis

/// An app's own screen isn't a message: words of several rows say nothing together, and without a stranger's ask there is no scam.
@Suite("Interface screen") struct InterfaceScreenTests {
    /// A screen, block by block; a line feed begins another line of a block.
    private static func transcript(
        _ blocks: [String], layout: OCRLayout = .plain, address: Bool = false, sender: Bool = false
    ) -> Transcript {
        var lines: [Transcript.Line] = []
        for (number, block) in blocks.enumerated() {
            for (row, text) in block.split(separator: "\n").enumerated() {
                let words = text.split(separator: " ").enumerated().map { index, word in
                    Transcript.Word(
                        text: String(word), confidence: 0.95,
                        box: Box(x: index * 60, y: number * 200 + row * 25, width: 50, height: 20))
                }
                lines.append(Transcript.Line(words: words, role: .incoming, block: number))
            }
        }
        var transcript = Transcript(
            lines: lines, width: 900, height: 200 * blocks.count, languages: ["eng"], layout: layout)
        if address { transcript.addressLine = 0 }
        if sender { transcript.senderLine = 0 }
        return transcript
    }

    /// The risk of all words as one text, and of the screen.
    private func levels(_ transcript: Transcript) throws -> (before: RiskLevel, after: RiskLevel?) {
        let detector = try ShippedRules.detector.get()
        let before = detector.verdict(on: detector.analyze(transcript))
        let judgement = InterfaceScreen(transcript)?.judgement(replacing: before, by: detector)
        return (before.riskLevel, judgement?.verdict.riskLevel)
    }

    private static let menu = ["Home", "My tickets", "Balance £4.60", "Play again", "Help"]

    @Test(
        "Without a stranger's ask there is no alarm",
        arguments: [
            ["You have won a prize!\nYour ticket of Friday matched two numbers."],
            ["Has the caller told you to move your\nmoney to a safe account? Then stop."],
            ["Congratulations, you won 500 coins\nand a lucky bonus, claim your reward"],
        ])
    func harmless(_ texts: [String]) throws {
        let (before, after) = try levels(Self.transcript(Self.menu + texts))
        #expect(before == .medium || before == .high)
        #expect(after == .low)
    }

    @Test("Words of several rows aren't read together") func rows() throws {
        let rows = [
            "garden-desk.org", "Your parcel could not be delivered", "Settings", "Refunds", "Pay the fee",
            "Account suspended", "Members",
        ]
        let (before, after) = try levels(Self.transcript(rows))
        #expect(before == .medium || before == .high)
        #expect(after == .low)
    }

    @Test(
        "A scam in one row stays one",
        arguments: [
            "Your parcel is held because of an unpaid fee.\nPay now: https://depot-desk.top/x7Kq2",
            "You have won a $1000 gift card! To claim it\nwrite to us on WhatsApp +1 415 555 0166",
        ])
    func scam(_ text: String) throws {
        let (before, after) = try levels(Self.transcript(Self.menu + [text]))
        #expect(before == .medium || before == .high)
        #expect(after == nil || after == .medium || after == .high)
    }

    @Test("A page at its owner's address raises no alarm, and any other page does") func page() throws {
        let text = ["Royal Mail", "Pay a fee for your parcel before delivery", "Continue"]
        func levels(at address: String) throws -> (before: RiskLevel, after: RiskLevel?) {
            try self.levels(Self.transcript([address] + text, layout: .webPage, address: true))
        }
        #expect(try levels(at: "royalmail.com/pay").after != .medium)
        let (before, after) = try levels(at: "royal-mail-pay.top/x")
        #expect((before == .medium || before == .high) && after == nil)
    }

    @Test("Conversations, mails and messages aren't an app's own screen") func others() {
        let rows = Self.menu + ["You have won a prize!"]
        #expect(InterfaceScreen(Self.transcript(rows)) != nil)
        #expect(InterfaceScreen(Self.transcript(rows, layout: .chat)) == nil)
        #expect(InterfaceScreen(Self.transcript(rows, layout: .email)) == nil)
        #expect(InterfaceScreen(Self.transcript(rows, sender: true)) == nil)
        #expect(InterfaceScreen(Self.transcript(["Today", "You have won a prize!"])) == nil)
    }
}
