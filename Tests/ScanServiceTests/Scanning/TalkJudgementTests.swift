import BundledResources
@testable import Scanning
import ScamDetection
import ScamTaxonomy
import TestSupport
import Testing
import Texts
import TextAnalysis

@Suite("Judgement of several pictures")
struct TalkJudgementTests {
    private static let knowledge = Result {
        ScamKnowledge(
            detector: try ScamDetector(
                rules: BundledResources.rules, lexicon: BundledResources.lexicon,
                languages: Languages(directory: BundledResources.languages), checksExamples: false),
            adviceBook: try AdviceBook(directory: BundledResources.lexicon),
            wordLists: BundledResources.wordLists)
    }

    /// A picture of a chat: `<` begins the other party's messages, `>` the owner's, `-` a time.
    private static func picture(_ script: String, from sender: String = "+1 628 555 0147") -> Reading {
        var lines = [(LineRole.chrome, sender)]
        for line in script.split(separator: "\n") {
            let role: LineRole = line.hasPrefix("<") ? .incoming : line.hasPrefix(">") ? .outgoing : .chrome
            lines.append((role, String(line.dropFirst(2))))
        }
        var transcript = Transcript(
            lines: lines.enumerated().map { number, line in
                Transcript.Line(
                    words: line.1.split(separator: " ").enumerated().map { index, word in
                        Transcript.Word(
                            text: String(word), confidence: 0.95,
                            box: Box(x: index * 60, y: 200 + number * 50, width: 50, height: 20))
                    }, role: line.0, block: number)
            }, width: 1_080, height: 2_400, languages: ["eng"], layout: .chat)
        transcript.senderLine = 0
        return Reading(transcript: transcript, decoding: .zero, recognition: .zero)
    }

    private func judgement(_ pictures: [Reading]) throws -> ConversationJudgement {
        ConversationJudgement(on: pictures, keepsOrder: false, by: try Self.knowledge.get())
    }

    private func urgency(_ pictures: [Reading]) throws -> Int { try judgement(pictures).deciding.urgency }

    private static let opener = picture(
        """
        - 9:05
        < Hi Caroline, is the tennis lesson still at four on Saturday?
        > Sorry, I think you have the wrong number
        < Oh I'm so sorry for disturbing you, my secretary must have mixed up the contacts
        """)
    private static let chat = picture(
        """
        - 9:30
        > No problem, have a nice weekend
        < Thank you, the weather here is lovely, I walk along the beach every morning
        > Sounds great, we have snow
        """)
    private static let pivot = picture(
        """
        - 10:10
        < Besides the shop I usually trade gold in the evening with my uncle's team
        > wow nice
        < I can show you how it works whenever you have time
        """)
    private static let dinner = picture(
        """
        - 10:40
        < Now I cook soup with carrots and potatoes, what do you have for dinner today?
        > Just bread and cheese
        < My mother always said that soup keeps the family together, good night
        """)

    @Test("What pictures show together counts, though none shows it alone")
    func together() throws {
        let pictures = [Self.opener, Self.chat, Self.pivot]
        let whole = try judgement(pictures).deciding.verdict
        #expect(whole.riskLevel == .high || whole.riskLevel == .medium)
        let alone = try pictures.map { try urgency([$0]) }
        #expect(try urgency(pictures) > alone.max() ?? 0)
        #expect(whole.explanation.first == Sentence(VerdictText.asOneTalk))
    }

    @Test("Harmless pictures lower nothing, wherever they are put")
    func dilution() throws {
        let scam = [Self.opener, Self.pivot]
        let before = try urgency(scam)
        for place in 0...2 {
            for count in 1...4 {
                var pictures = scam
                let harmless = (0..<count).map { number in
                    Self.picture(
                        """
                        - 1\(place * 4 + number % 10):\(20 + number)
                        < The soup was good today, number \(number) of my grandmother's recipes, she cooked for nine
                        > I love soup, mine is never as good as hers was
                        """)
                }
                pictures.insert(contentsOf: harmless, at: place)
                #expect(try urgency(pictures) >= before, "\(count) at \(place)")
            }
        }
    }

    @Test("In any order of sending, the verdict is the same")
    func orders() throws {
        // Without the second one's time, nothing tells its place.
        var untimed = Self.chat
        untimed = Self.picture(
            "> No problem, have a nice weekend\n< The weather here is lovely, I walk every morning")
        for set in [[Self.opener, Self.chat, Self.pivot], [Self.opener, untimed, Self.pivot]] {
            let verdicts = try [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]].map {
                order in
                try judgement(order.map { set[$0] }).deciding.verdict
            }
            for verdict in verdicts {
                #expect(verdict.riskLevel == verdicts[0].riskLevel)
                #expect(verdict.scamProbability == verdicts[0].scamProbability)
                #expect(verdict.findings == verdicts[0].findings)
            }
        }
    }

    @Test("Talks of different people are judged apart, and the riskiest decides")
    func apart() throws {
        let friend = Self.picture(
            "< Are you coming to the party on Saturday?\n> Yes, I bring the drinks and the cake",
            from: "Sophie")
        let judgement = try judgement([friend, Self.opener, Self.pivot])
        #expect(judgement.report.parts.map(\.order) == [[2, 3], [1]])
        #expect(judgement.report.parts[1].verdict.riskLevel == .low)
        #expect(try judgement.deciding.urgency == urgency([Self.opener, Self.pivot]))
        #expect(
            ShippedTexts.english.say(judgement.deciding.verdict.explanation).contains(
                "This stands on pictures 2 and 3."))
    }

    @Test("A picture on which nothing was read takes a low risk back, and no other")
    func unreadable() throws {
        let blank = Reading(
            transcript: Transcript(lines: [], width: 1_080, height: 2_400, languages: ["eng"]),
            decoding: .zero,
            recognition: .zero)
        #expect(try judgement([Self.dinner]).deciding.verdict.riskLevel == .low)
        let verdict = try judgement([Self.dinner, blank]).deciding.verdict
        #expect(
            verdict.riskLevel == .unknown
                && ShippedTexts.english.say(verdict.explanation).contains("picture 2"))
        let scam = [Self.opener, Self.chat, Self.pivot]
        #expect(try urgency(scam + [blank]) == urgency(scam))
    }

    @Test("Findings lead to their picture")
    func places() throws {
        let judgement = try judgement([Self.pivot, Self.opener])
        let text = judgement.deciding.text
        let boxes = judgement.deciding.verdict.findings.flatMap(\.ranges).flatMap { text.boxes(for: $0) }
        #expect(Set(boxes.compactMap(\.picture)) == [1, 2])
        #expect(boxes.allSatisfy { $0.picture != nil })
    }
}
