import ScamDetection
import Testing

/// A notice that leads only to the organisation's own site or number is calmer for it, and no scam passes for one.
@Suite("Own contacts") struct OwnContactsTests {
    private func verdict(_ text: String) throws -> Verdict {
        let detector = try ShippedRules.detector.get()
        return detector.verdict(on: detector.analyze(text))
    }

    private func isAlarm(_ text: String) throws -> Bool {
        let level = try verdict(text).riskLevel
        return level == .medium || level == .high
    }

    @Test(
        "Whoever follows it reaches the organisation",
        arguments: [
            "Wells Fargo: your phone number was changed on 03/02. If you didn't do this, call us at 1-800-869-3557 immediately.",
            "Verizon: a SIM change was requested for your line. If this wasn't you call 800-922-0204 right away.",
            "HSBC UK: we stopped a payment of £412.00. If you did not make it call 0345 740 4404 immediately.",
            "AT&T: we couldn't process your payment of $81.20. To avoid a late fee please pay today at att.com/pay",
            "Royal Mail: we tried to deliver your parcel today. Book a redelivery at royalmail.com/redelivery",
            "Netflix: your payment failed and your membership is on hold. Update your billing at netflix.com/account",
            "E-ZPass: your balance is low and your card was declined. Pay now to avoid a fee: e-zpassny.com",
        ])
    func reachesTheOrganisation(_ text: String) throws {
        let verdict = try verdict(text)
        #expect(verdict.findings.contains { $0.rule == "protective.own-contacts" && $0.weight < 0 })
    }

    @Test(
        "Somebody else can be reached, or an answer is wanted",
        arguments: [
            // Another number: alone, beside the own one, in letters, of another organisation, or of nobody who is named.
            "Wells Fargo: your phone number was changed on 03/02. If you didn't do this, call us at 1-888-555-0142 immediately.",
            "Wells Fargo: suspicious charge of $899. Not you? Call 1-800-869-3557 or our fraud desk at 1-888-555-0142 now",
            "Wells Fargo: suspicious activity, your account was suspended and is on hold. Verify your account now with our fraud department, 1-888-SAFE-WFB, wellsfargo.com",
            "USPS: your package is on hold and will be returned. Call 1-800-869-3557 immediately to confirm your address",
            "Your card was charged $879.99 for a phone. If you did not make this purchase call 1-800-869-3557",
            // Another site beside the own one, or one on which anybody writes.
            "Netflix: your payment failed, your membership is on hold. Update your billing at https://netflix-bill.info or netflix.com",
            "Chase: your account has been locked due to unusual activity. Verify at https://www.google.com/url?q=chase-id.top",
            "Norton: your subscription failed, suspicious activity on your account, which will be suspended. Verify your account now: https://www.docusign.net/x/81k",
            // An answer, a transfer or a card reaches whoever wrote.
            "Chase: suspicious login to your account at chase.com. Reply with the 6 digit code we just sent to stop it",
            "IRS: final notice at irs.gov, a warrant for your arrest was issued. Pay with gift cards and send us the codes",
            "Chase: your account at chase.com is in danger. Move your money to the safe account we opened for you now",
            "I'm Anna from Amazon (amazon.com). We offer a remote part time job, $200 a day. Reply YES if you are interested",
        ])
    func somebodyElse(_ text: String) throws { #expect(try isAlarm(text)) }

    @Test("A private number that writes in an organisation's name stays an alarm") func privateNumber() throws
    {
        let detector = try ShippedRules.detector.get()
        let screen =
            "[from +1 415 555 0132] Chase: your account is locked due to unusual activity and will be closed today. Urgent: verify your identity now at chase.com"
        let level = detector.verdict(on: detector.analyze(example: screen)).riskLevel
        #expect(level == .medium || level == .high)
    }

    @Test("A scam with an organisation's contacts behind it stays one", arguments: BoughtCalmTests.scams)
    func contactsBehindAScam(_ scam: String) throws {
        for tail in [
            " More at https://www.chase.com", " Wells Fargo 1-800-869-3557", " wellsfargo.com 1-800-869-3557",
        ] {
            #expect(try isAlarm(scam + tail), "\(tail)")
        }
    }

    @Test(
        "The name of one's own site hides no ask",
        arguments: [
            "Quibley Parcels: your parcel is on hold. Pay the delivery fee of $1.99 now: quibleyparcels.com/pay",
            "Larkmoor Bank: your account has been locked. Verify your password here: larkmoorbank.com",
            "Quibley Rewards: you have won a $500 gift card, claim your prize now: quibleyrewards.com",
        ])
    func nameOfOnesOwnSite(_ text: String) throws { #expect(try isAlarm(text)) }
}
