import BundledResources
import Foundation
import ScamDetection
import ScamTaxonomy
import Testing
import TextAnalysis

@testable import Scanning

/// A picture is judged once: what shows whose words are whose, or what kind of screen it is, weighs little.
@Suite("Judgement") struct JudgementTests {
    private static let detector = Result {
        try ScamDetector(
            rules: BundledResources.rules, lexicon: BundledResources.lexicon,
            languages: Languages(directory: BundledResources.languages), checksExamples: false)
    }

    /// A conversation, line by line.
    private static func transcript(_ lines: [(LineRole, String)]) -> Transcript {
        Transcript(
            lines: lines.enumerated().map { number, line in
                Transcript.Line(
                    words: line.1.split(separator: " ").enumerated().map { index, word in
                        Transcript.Word(
                            text: String(word), confidence: 0.95,
                            box: Box(x: index * 60, y: number * 50, width: 50, height: 20))
                    }, role: line.0, block: number)
            }, width: 900, height: 50 * lines.count, languages: ["eng"], layout: .chat)
    }

    private func level(_ lines: [(LineRole, String)], layout: OCRLayout = .chat) throws -> RiskLevel {
        var transcript = Self.transcript(lines)
        transcript.layout = layout
        return Judgement(on: transcript, by: try Self.detector.get()).verdict.riskLevel
    }

    @Test("A scam that was passed on is judged") func passedOn() throws {
        let level = try level([
            (.incoming, "What did you get there, show me please"),
            (
                .outgoing,
                "Royal Mail: your parcel is held. Pay the 1.45 fee at https://royalmail-fee.top today"
            ),
        ])
        #expect(level == .high)
    }

    @Test("A message whose words stand on both sides is read as one") func bothSides() throws {
        let level = try level([
            (.incoming, "Royal Mail: your parcel"), (.outgoing, "is being held, please"),
            (.incoming, "pay the 1.45 fee"), (.outgoing, "at https://royalmail-fee.top today"),
        ])
        #expect(level.isWarning)
    }

    @Test("A talk between friends stays what it is") func friends() throws {
        let level = try level([
            (.incoming, "Are you coming to the party on Saturday?"),
            (.outgoing, "Yes, can you send me the address of the house?"),
            (.incoming, "Sure, it is the one behind the station, bring some drinks"),
            (.outgoing, "Great, I will pay you back for the tickets then"),
        ])
        #expect(level == .low)
    }

    @Test("An owner who answers a wrong number says nothing of the stranger") func wrongNumber() throws {
        let level = try level([
            (.incoming, "Hello, is that the florist?"), (.outgoing, "No sorry, wrong number"),
            (.incoming, "Oh apologies, it's one digit off on the card"),
            (.outgoing, "no worries, hope the flowers are lovely"),
            (.incoming, "Thank you, they are for my daughter's wedding"),
            (.outgoing, "congratulations to her"),
        ])
        #expect(level == .low)
    }

    @Test("A scam without an ask that goes on from side to side is read as one") func withoutAsk() throws {
        let level = try level([
            (.incoming, "HMRC: final notice, a"), (.outgoing, "warrant for your arrest"),
            (.incoming, "was issued. Call 020 3290 4411"), (.outgoing, "now to avoid arrest by the police"),
        ])
        #expect(level.isWarning)
    }

    /// A talk of six turns with friends, in which words of both sides would be an ask together.
    private static let longTalk: [(LineRole, String)] = [
        (.incoming, "it's Nadia, new number, the old phone lies in a field"),
        (.outgoing, "haha how did you lose it"),
        (.incoming, "at the concert, I saw the band from three metres"),
        (.outgoing, "worth it. are you back?"),
        (.incoming, "since Monday. do you still have my tent?"),
        (.outgoing, "yes. also I owe you for the gas, I'll send it. 14 right?"),
        (.incoming, "same monzo yeah, just search me, it's still linked"),
        (.outgoing, "never tell anyone how I cook"),
        (.incoming, "I won't, bring the tent"), (.outgoing, "see you on Thursday"),
    ]

    @Test("Words that stand far apart on two sides of a talk make no certain scam") func longTalk() throws {
        #expect(try level(Self.longTalk) != .high)
    }

    @Test("A scam that was passed on in a long talk is judged", arguments: [1, 5, 9])
    func passedOnInTalk(_ place: Int) throws {
        var lines = Self.longTalk
        lines[place].1 =
            "Royal Mail: your parcel is held. Pay the 1.45 fee at https://royalmail-fee.top today"
        let level = try level(lines)
        #expect(level == .high)
    }

    @Test("A scam between an app's labels stays one", arguments: [OCRLayout.plain, .popUp])
    func betweenLabels(_ layout: OCRLayout) throws {
        let menu = ["Home", "Search", "Messages", "Like", "Comment", "Share"].map { (LineRole.incoming, $0) }
        let scams = [
            "E-ZPass: you have an unpaid toll of $6.99. Pay now to avoid a late fee: https://ezpass-toll.vip/us",
            "Are you available? I'm in a meeting and need you to buy 5 Apple gift cards and send me the codes",
        ]
        for scam in scams {
            #expect(try level(menu + [(.incoming, scam)] + menu, layout: layout).isWarning)
        }
    }

    @Test("An app's own labels are low risk") func labels() throws {
        let labels = ["Home", "My tickets", "Balance 4.60", "Play again", "Help", "Settings"]
        #expect(try level(labels.map { (.incoming, $0) }, layout: .plain) == .low)
    }

    /// Whatever a screen looks like, its score is at most two log-odds below that of its words as a text.
    @Test(
        "A picture is never much calmer than its words",
        arguments: [LineRole.incoming, .outgoing, .chrome],
        [OCRLayout.plain, .popUp, .chat, .webPage, .email])
    func neverMuchCalmer(_ role: LineRole, _ layout: OCRLayout) throws {
        let detector = try Self.detector.get()
        let scam = "USPS: your package is on hold. Update your address: https://uspost-desk.top/i"
        var transcript = Self.transcript([
            (.incoming, "Inbox"), (role, scam), (.outgoing, "ok"), (.incoming, "Settings"),
            (.incoming, "Help"),
        ])
        transcript.layout = layout
        let words = detector.verdict(on: detector.analyze(transcript.text))
        let picture = Judgement(on: transcript, by: detector).verdict
        func logOdds(_ verdict: Verdict) -> Double {
            log(verdict.scamProbability / (1 - verdict.scamProbability))
        }
        #expect(logOdds(picture) >= logOdds(words) - 2)
        #expect(words.riskLevel == .high && picture.riskLevel.isWarning)
    }
}
