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

    @Test(
        "A page whose address tells nothing is a trap only by what is asked there",
        arguments: [
            (
                [
                    "garden-desk.org/news", "Shock call: pensioner loses savings",
                    "A caller said: I'm your daughter, I had an accident and need\nmoney for bail now, send $3,000. Police say: hang up.",
                ], false
            ),
            (
                [
                    "garden-desk.org/talk", "Congratulations! You have won a lucky prize",
                    "Anna: I got that message too", "Tom: so did I",
                ], false
            ),
            (
                [
                    "garden-desk.org/claim", "Congratulations! You have won", "Claim your prize now",
                    "Pay the small delivery fee",
                ], true
            ),
            (
                [
                    "garden-desk.org/help", "Warning: virus found on your computer!",
                    "Your computer is locked. Call support now:\n+1 888 555 0142",
                ], true
            ),
        ])
    func unknownPage(_ blocks: [String], staysAlarm: Bool) throws {
        let (before, after) = try levels(Self.transcript(blocks, layout: .webPage, address: true))
        #expect((after ?? before).isWarning == staysAlarm)
        if !staysAlarm { #expect(before.isWarning) }
    }

    @Test(
        "A mail from the address of the organisation that it names raises no alarm without another way to answer",
        arguments: [
            ("alerts@paypal.com", "", false), ("alerts@paypal-desk.top", "", true),
            ("alerts@paypal.com", "Call us now on +1 888 555 0142.", true), ("alerts@gmail.com", "", true),
        ])
    func mail(from address: String, further: String, staysAlarm: Bool) throws {
        let text =
            "Your PayPal account has been limited. Verify your account within 24 hours,\nor it will be closed. \(further)"
        let screen = Self.transcript(["PayPal", address, text], layout: .email)
        let (before, after) = try levels(screen)
        #expect(before.isWarning)
        #expect((after ?? before).isWarning == staysAlarm)
    }

    @Test("A mail's weak signs don't add up to an alarm where nothing is asked") func weak() throws {
        let (before, after) = try levels(
            Self.transcript(
                [
                    "Important information about your account", "Lakeside Clinic",
                    "Dear customer, urgent: your name and address may have been in a data incident.\nAct as soon as possible, the offer ends today.",
                ], layout: .email))
        #expect(before.isWarning && after == .low)
    }

    @Test(
        "An answer to a short code is no alarm, unless it is a secret",
        arguments: [
            ("24273", "Reply YES or NO.", false), ("+14155550132", "Reply YES or NO.", true),
            ("24273", "Reply with the 6 digit code we just sent you.", true),
            ("24273", "Call 1-888-555-0142 now.", true),
        ])
    func notice(from sender: String, ask: String, staysAlarm: Bool) throws {
        let words =
            "Card alert: suspicious activity on your account. Your account has been locked.\n\(ask)"
        let (before, after) = try levels(
            Self.transcript([sender, words], layout: .chat, sender: true))
        #expect((after ?? before).isWarning == staysAlarm)
    }

    @Test(
        "A talk that asks for nothing is no alarm, however much is told of organisations",
        arguments: [
            ("Tess", ["< HMRC takes ten days"], false),
            ("+1 628 555 0147", ["< HMRC takes ten days"], true),  // a single answer to a stranger
            ("+1 628 555 0147", ["< HMRC takes ten days", "> great", "< my pleasure"], false),
            ("Tess", ["< HMRC pays it here: https://hmrc-refund.top"], true),
            ("Tess", ["< HMRC needs it for that, send me your card number and the code"], true),
        ])
    func talk(with sender: String, goingOn lines: [String], isAlarm: Bool) throws {
        let begin = [
            "return", "from \(sender)", "< I've done your return, you're due a refund of 312 pounds",
            "> oh lovely, I thought I'd have to pay",
        ]
        let (before, after) = try levels(Talk((begin + lines).joined(separator: "\n")).transcript)
        #expect((after ?? before).isWarning == isAlarm)
    }

    @Test("Conversations and messages aren't an app's own screen") func others() throws {
        let rows = Self.menu + ["You have won a prize! Claim your reward now"]
        #expect(try levels(Self.transcript(rows)).after == .low)
        #expect(try levels(Self.transcript(rows, layout: .chat)).after == nil)
        #expect(InterfaceScreen(Self.transcript(rows, sender: true)) == nil)
        #expect(InterfaceScreen(Self.transcript(["Today", "You have won a prize!"])) == nil)
    }
}
