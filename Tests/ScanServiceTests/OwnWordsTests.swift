import BundledResources
import ScamDetection
import ScamTaxonomy
import Testing
import TextAnalysis

@testable import Scanning

@Suite("Own words") struct OwnWordsTests {
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

    private func levels(_ lines: [(LineRole, String)]) throws -> (before: RiskLevel, after: RiskLevel?) {
        let detector = try Self.detector.get()
        let transcript = Self.transcript(lines)
        let before = detector.verdict(on: detector.analyze(transcript))
        let own = OwnWords(transcript, detector: detector)
        return (before.riskLevel, own?.judgement(replacing: before)?.verdict.riskLevel)
    }

    @Test("A scam that was passed on is judged") func passedOn() throws {
        let (before, after) = try levels([
            (.incoming, "What did you get there, show me please"),
            (
                .outgoing,
                "Royal Mail: your parcel is held. Pay the 1.45 fee at https://royalmail-fee.top today"
            ),
        ])
        #expect(before == .low && after == .high)
    }

    @Test("A message whose words stand on both sides is read as one") func bothSides() throws {
        let (before, after) = try levels([
            (.incoming, "Royal Mail: your parcel"), (.outgoing, "is being held, please"),
            (.incoming, "pay the 1.45 fee"), (.outgoing, "at https://royalmail-fee.top today"),
        ])
        #expect(before == .low && (after == .medium || after == .high))
    }

    @Test("A talk between friends stays what it is") func friends() throws {
        let (before, after) = try levels([
            (.incoming, "Are you coming to the party on Saturday?"),
            (.outgoing, "Yes, can you send me the address of the house?"),
            (.incoming, "Sure, it is the one behind the station, bring some drinks"),
            (.outgoing, "Great, I will pay you back for the tickets then"),
        ])
        #expect(before == .low && after == nil)
    }

    @Test("An owner who answers a wrong number says nothing of the stranger") func wrongNumber() throws {
        let (before, after) = try levels([
            (.incoming, "Hello, is that the florist?"), (.outgoing, "No sorry, wrong number"),
            (.incoming, "Oh apologies, it's one digit off on the card"),
            (.outgoing, "no worries, hope the flowers are lovely"),
            (.incoming, "Thank you, they are for my daughter's wedding"),
            (.outgoing, "congratulations to her"),
        ])
        #expect(before == .low && after == nil)
    }

    @Test("A scam without an ask that goes on from side to side is read as one") func withoutAsk() throws {
        let (before, after) = try levels([
            (.incoming, "HMRC: final notice, a"), (.outgoing, "warrant for your arrest"),
            (.incoming, "was issued. Call 020 3290 4411"), (.outgoing, "now to avoid arrest by the police"),
        ])
        #expect(before != .low || after == .medium || after == .high)
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

    @Test("Words that stand far apart in a talk are no ask together") func longTalk() throws {
        let (before, after) = try levels(Self.longTalk)
        #expect(before == .low && after == nil)
    }

    @Test("A scam that was passed on in a long talk is judged", arguments: [1, 5, 9])
    func passedOnInTalk(_ place: Int) throws {
        var lines = Self.longTalk
        lines[place].1 =
            "Royal Mail: your parcel is held. Pay the 1.45 fee at https://royalmail-fee.top today"
        let (before, after) = try levels(lines)
        #expect(before == .low && after == .high)
    }

    @Test("A picture without the owner's words has none to judge") func none() throws {
        let transcript = Self.transcript([(.incoming, "Are you coming on Saturday?")])
        #expect(try OwnWords(transcript, detector: Self.detector.get()) == nil)
    }
}
