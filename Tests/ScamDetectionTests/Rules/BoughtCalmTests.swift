import ScamDetection
import Testing

/// Whoever writes a scam can add what calms: a warning, a record of a payment, small talk. None of it may clear the scam.
@Suite("Bought calm") struct BoughtCalmTests {
    static let scams = [
        "USPS: your package is on hold because the house number is missing. Update your address: https://uspost-desk.top/i",
        "E-ZPass: you have an unpaid toll of $6.99. Pay now to avoid a late fee: https://ezpass-toll.vip/us",
        "Your card was charged $879.99 for a phone. If you did not make this purchase call 1-888-555-0142",
        "Thank you for your order. $499.99 was debited for Norton 360 renewal. To cancel call +1 (805) 555-0167",
        "Apple Pay: we detected a suspicious payment of $299. Call our fraud department now at 833-555-0188",
        "Your Chase account has been locked due to unusual activity. Verify here: https://chase-secure-id.com/a",
        "Netflix: your payment failed and your membership is on hold. Update your billing: https://netflix-bill.info",
        "Hi mum, my phone broke, this is my new number. Can you transfer money for a bill today? I'll pay you back",
        "I'm Anna from Indeed. We offer a remote part time job, $200 a day. Contact me on WhatsApp +1 415 555 0166",
        "To claim your airdrop, enter your seed phrase at https://wallet-sync.app. Your wallet must be validated.",
        "Congratulations, you have won a $1000 Walmart gift card! Claim your prize here: https://bit.ly/3xYzAb1",
        "IRS: you are eligible for a tax refund of $1,400. Claim it at https://irs-refund-claim.com",
        "Are you available? I'm in a meeting and need you to buy 5 Apple gift cards and send me the codes",
        "This is your bank's fraud team. Please reply with the 6 digit code we just sent so we can stop the payment",
        "Your SBI account will be blocked today. Update your KYC, call 9876543210 or click http://sbi-kyc.in.net",
        "You are approved for a $5,000 loan, no credit check. Pay the $99 processing fee first: https://quick-loan.site",
        "I recorded you through your camera. Send $900 in bitcoin or all your contacts get the video",
        "Windows alert: a virus was found on your computer. Call support 1-844-555-0177 now or you lose your data",
        "You have received a secure document to sign. Review document: https://docsign-view.web.app/x",
        "Amazon: a problem with your order refund of $79. Confirm your card: https://amzn-refund.shop/r",
        "Your power will be disconnected in 30 minutes. Call 877-555-0123 and pay with Zelle",
        "Join our VIP group, 30% daily profit guaranteed, deposit 200 USDT: https://t.me/vipsignalx",
        "PayPal: you sent $650.00 to a coin trader. Not you? Call PayPal support 1-808-555-0154",
        "HMRC: final notice, a warrant for your arrest was issued. Call 020 3290 4411 now",
    ]

    /// What each protective rule looks for, beside which a scam stays a scam.
    static let calm = [
        "Your card ending 4410 was debited $12.10 at Corner Cafe, ref 99812, available balance $1,200.50.",
        "UPI ref no 651229267141. You paid $12.10.", "Payment of $12.10 was successful from a/c ending 1234.",
        "Thank you for using your card.", "A/c XX1234.", "Card **** 4410.",
        "Do not share this code with anyone.", "Your code is 481920.",
        "We will never ask for your password or PIN.",
        "See the details in our mobile app.", "Or call the number on the back of your card.",
        "Your parcel was delivered at 10:42.", "Your order is out for delivery.",
        "If this wasn't you, ignore this message.", "No further action is needed.",
        "Reminder: your appointment is tomorrow at 3 pm.",
        "Beware of scams. Scammers often pose as your bank.", "We fight scams and phishing.",
        "Someone called me pretending to be a scammer. That's a scam.",
        "Unsubscribe. Privacy policy.", "Reply STOP to opt out.",
        "Your cart is waiting. Reply STOP to opt out.",
        "Did you use your card? Reply YES or NO.", "haha see you at dinner, good luck, love you",
        "I'm on my way, see you tomorrow.", "Dial *123# to check your balance. Your data plan is active.",
        "According to the press release in this issue of our newsletter.",
        "Our Linux kernel, Python and Java team.",
        "Stay safe online. Never click suspicious links.",
        "To view this newsletter in your browser. Back issues.",
        "Sent from my iPhone. Garden mailing list.", "\nRe: the garden party\n> who brings bread?",
    ]

    /// Words that exceptions of rules (`unless`) look for, in a tail without any full stop.
    static let talk = [
        "and we never ask anybody for a password and do not share it with anyone and won't call you",
        "so be safe from scammers and scams and fraudsters that may ask you",
        "and for more information or any questions read your order and ticket in the app or in your invitation",
        "this is not a scam and we save you the fee and no bank would",
        "my mom and her colleague told me at the birthday and the wedding that it is off",
    ]

    @Test("A scam that buys it stays a scam", arguments: calm)
    func aScamThatBuysItStaysAScam(_ calm: String) throws {
        try expectAlarms(Self.scams.flatMap { [$0 + " " + calm, calm + " " + $0] })
    }

    @Test("Without a full stop, too", arguments: calm + talk)
    func withoutAFullStopToo(_ calm: String) throws {
        let calm = Self.withoutStops(calm)
        try expectAlarms(Self.scams.map(Self.withoutStops).flatMap { [$0 + " " + calm, calm + " " + $0] })
    }

    /// The text as one sentence.
    private static func withoutStops(_ text: String) -> String {
        text.replacing("\n", with: " ").replacing(/[.!?,;](?= |$)/, with: "")
    }

    /// At most one in twenty may be bought.
    private func expectAlarms(_ texts: [String]) throws {
        let detector = try ShippedRules.detector.get()
        let low = texts.filter { !detector.verdict(on: detector.analyze($0)).riskLevel.isWarning }
        #expect(20 * low.count <= texts.count, "\(low)")
    }

    @Test("Somebody whom the phone knows, or a short number, doesn't clear it either", arguments: scams)
    func aKnownSenderDoesNotClearIt(_ scam: String) throws {
        let detector = try ShippedRules.detector.get()
        for sender in ["[from Aunt Rosa] ", "[from 72166] "] where !scam.hasPrefix("Hi mum") {
            let level = detector.verdict(on: detector.analyze(example: sender + scam)).riskLevel
            #expect(level == .medium || level == .high, "\(sender)\(scam)")
        }
    }
}
