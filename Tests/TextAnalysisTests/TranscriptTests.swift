import Testing
import TextAnalysis

@Suite("Transcript analysis") struct TranscriptAnalysisTests {
    private static func line(_ text: String, y: Int, _ role: LineRole = .incoming) -> Transcript.Line {
        var x = 10
        let words = text.split(separator: " ").map { (word: Substring) -> Transcript.Word in
            defer { x += word.count * 10 + 10 }
            return Transcript.Word(
                text: String(word), confidence: 0.9, box: Box(x: x, y: y, width: word.count * 10, height: 20))
        }
        return Transcript.Line(words: words, role: role)
    }

    private static func analyze(_ lines: [Transcript.Line]) -> AnalyzedText {
        Samples.analyzer.analyze(Transcript(lines: lines, width: 400, height: 400, languages: ["eng"]))
    }

    @Test("Keeps incoming lines only") func keepsIncomingLinesOnly() {
        let analyzed = Self.analyze([
            Self.line("12:30 LTE", y: 0, .chrome), Self.line("pay the fee", y: 40),
            Self.line("or else", y: 70),
            Self.line("who is this", y: 110, .outgoing), Self.line("the post", y: 150),
        ])
        #expect(analyzed.text == "pay the fee\nor else\n\nthe post")
        #expect(analyzed.tokens.map(\.sentence) == [0, 0, 0, 0, 0, 1, 1])
    }

    /// Lengths 3, 4 and 5 with confidences .9, .5 and .7.
    @Test("Says how sure the reader was") func saysHowSureTheReaderWas() {
        var lines = [Self.line("pay that money", y: 40), Self.line("no words", y: 80, .outgoing)]
        lines[0].words[1].confidence = 0.5
        lines[0].words[2].confidence = 0.7
        let analyzed = Self.analyze(lines)
        func confidence(_ ranges: Range<Int>...) -> Double? { analyzed.readingConfidence(of: ranges) }
        #expect(confidence(0..<3) == 0.9)
        #expect(abs((confidence(0..<3, 4..<8) ?? 0) - (3 * 0.9 + 4 * 0.5) / 7) < 1e-12)
        #expect(abs((confidence(1..<14) ?? 0) - (3 * 0.9 + 4 * 0.5 + 5 * 0.7) / 12) < 1e-12)
        #expect(confidence() == nil)
        #expect(confidence(3..<4) == nil)
        #expect(Samples.analyze("pay that money").readingConfidence(of: [0..<3]) == nil)
    }

    @Test("Says what was seen of a link that was corrected") func saysWhatWasSeenOfALinkThatWasCorrected()
        throws
    {
        func word(_ text: String, seen: String? = nil) -> Transcript.Word {
            Transcript.Word(
                text: text, confidence: 0.9, box: Box(x: 1, y: 1, width: 9, height: 9), seen: seen)
        }
        func line(_ words: Transcript.Word...) -> Transcript.Line {
            Transcript.Line(words: words, role: .incoming)
        }
        let analyzed = Self.analyze([
            line(word("l0an", seen: "10an"), word("(evil.top/a),", seen: "(evi1.top/a),")),
            line(word("see"), word("toll-", seen: "to11-")), line(word("office.top")),
            line(word("and"), word("plain.top!", seen: "plain.topl")), line(word("harbor.top")),
            line(word("(quiet.top),", seen: "(qui et.t0p),")),
        ])
        let links = analyzed.entities.filter { $0.kind == .url }
        #expect(
            links.map(\.link?.registrableDomain) == [
                "evil.top", "toll-office.top", "plain.top", "harbor.top", "quiet.top",
            ])
        #expect(
            links.map { analyzed.firstReading(of: $0.range) }
                == ["evi1.top/a", "to11-\noffice.top", "plain.topl", nil, "qui et.t0p"])
        #expect(analyzed.firstReading(of: 0..<4) == "10an")
        #expect(analyzed.firstReading(of: 2..<4) == "10an", "what was there, where no end is alike")
        #expect(analyzed.firstReading(of: 0..<1) == "1")
        #expect(Samples.analyze("see evil.top").firstReading(of: 4..<12) == nil)
    }

    @Test("A link over two lines has each combination of its words' readings, the likeliest three")
    func readingsOfALink() throws {
        func word(_ text: String, _ others: (String, Double)...) -> Transcript.Word {
            Transcript.Word(
                text: text, confidence: 0.9, box: Box(x: 1, y: 1, width: 9, height: 9),
                otherReadings: others.map { .init(text: $0.0, odds: $0.1) })
        }
        let transcript = Transcript(
            lines: [
                .init(words: [word("at"), word("toll-", ("to11-", 0.25))], role: .incoming),
                .init(
                    words: [word("office.top,", ("0ffice.top,", 0.2)), word("3.5", ("35", 0.5))],
                    role: .incoming),
            ], width: 100, height: 100, languages: ["eng"])
        let analyzed = Samples.analyzer.analyze(transcript)
        let link = try #require(analyzed.entities.first)
        let readings = analyzed.readings(of: link.range)
        #expect(link.text == "toll-office.top")
        #expect(readings.map(\.text) == ["toll-office.top", "to11-office.top", "toll-0ffice.top"])
        #expect(zip(readings, [0.6, 0.2, 0.15]).allSatisfy { abs($0.odds - $1) < 1e-12 })
        #expect(analyzed.readings(of: 0..<2).isEmpty)
        #expect(
            analyzed.alternatives.map(\.text.text) == [
                "at to11-\noffice.top, 3.5", "at toll-\n0ffice.top, 3.5", "at toll-\noffice.top, 35",
            ])
        #expect(analyzed.alternatives.map(\.word) == [0, 1, 2])
        let first = analyzed.alternatives[0]
        #expect(first.placeInLikeliest(of: 0..<2) == 0..<2 && first.placeInLikeliest(of: 3..<19) == 3..<19)
        let last = analyzed.alternatives[2]
        #expect(last.placeInLikeliest(of: 21..<23) == 21..<24, "all that differs")
        #expect(last.placeInLikeliest(of: 0..<23) == 0..<24)
    }

    @Test("Words that are unclear on purpose cost no more than a bound")
    func manyReadings() {
        let word = Transcript.Word(
            text: "evil.top", confidence: 0.9, box: Box(x: 1, y: 1, width: 9, height: 9),
            otherReadings: [.init(text: "evi1.top", odds: 0.4)])
        func count(_ words: Int) -> Int {
            Samples.analyzer.analyze(
                Transcript(
                    lines: [.init(words: Array(repeating: word, count: words), role: .incoming)], width: 100,
                    height: 100, languages: ["eng"])
            ).alternatives.count
        }
        #expect(count(100) == 100)
        #expect((1...30).contains(count(1_000)))
        #expect(count(40_000) == 0)
    }

    @Test("Each block is a paragraph") func eachBlockIsAParagraph() {
        var lines = [
            Self.line("pay at toll-", y: 40), Self.line("office.top", y: 70), Self.line("thanks", y: 110),
        ]
        lines[2].block = 1
        #expect(Self.analyze(lines).text == "pay at toll-\noffice.top\n\nthanks")
    }

    @Test("Notices are no evidence") func noticesAreNoEvidence() {
        let analyzed = Self.analyze([
            Self.line("Block this sender", y: 0, .system), Self.line("pay the fee", y: 40),
        ])
        #expect(analyzed.text == "pay the fee")
    }

    @Test("What the owner and the app say holds no entities") func whatTheOwnerAndTheAppSayHoldsNoEntities() {
        let roles: [LineRole] = [.outgoing, .system, .chrome]
        let analyzed = Self.analyze(
            [Self.line("see you at six", y: 0)]
                + roles.map { Self.line("call +1 202 555 0143 or visit https://harbor-check.top", y: 40, $0) }
        )
        #expect(analyzed.entities.isEmpty)
        #expect(analyzed.tokens.count == 4)
    }

    @Test("An address bars host is a link") func anAddressBarsHostIsALink() throws {
        var lines = [
            Self.line("harbor-check.top/id", y: 0), Self.line("Sign in to", y: 80),
            Self.line("your account", y: 110),
        ]
        for index in 1...2 { lines[index].block = 1 }
        let transcript = Transcript(
            lines: lines, width: 400, height: 400, languages: ["eng"], layout: .webPage, addressLine: 0)
        #expect(transcript.address == "harbor-check.top/id")
        let analyzed = Samples.analyzer.analyze(transcript)
        let link = try #require(analyzed.entities.first)
        #expect(link.kind == .url && link.link?.registrableDomain == "harbor-check.top")
        #expect(analyzed.boxes(for: link.range) == [lines[0].box])
    }

    @Test(
        "A sender is a name without arrows",
        arguments: [
            ("‹ Harbor & Sons >", "Harbor & Sons"), ("+1 202 555 0143", "+1 202 555 0143"), ("山本 ›", "山本"),
            ("< >", nil), ("(509) 555-0100 - Messages •", "(509) 555-0100"), (")87421", "87421"),
            ("AW) Anna W.", "Anna W."), ("Laura (gym)", "Laura (gym)"),
            ("Mum (new number)", "Mum (new number)"),
            ("+44 7700 900418 online", "+44 7700 900418"),
        ])
    func aSenderIsANameWithoutArrows(_ header: String, _ sender: String?) {
        let transcript = Transcript(
            lines: [Self.line(header, y: 0, .chrome)], width: 400, height: 400, languages: ["eng"],
            senderLine: 0)
        #expect(transcript.sender == sender)
    }

    @Test("Maps a range to one box a line") func mapsARangeToOneBoxALine() throws {
        let analyzed = Self.analyze([
            Self.line("visit https://usps-", y: 40), Self.line("help.top/x today", y: 70),
            Self.line("thanks", y: 100),
        ])
        let url = try #require(analyzed.entities.first)
        #expect(url.text == "https://usps-help.top/x")
        #expect(
            analyzed.boxes(for: url.range) == [
                Box(x: 70, y: 40, width: 130, height: 20), Box(x: 10, y: 70, width: 100, height: 20),
            ])
    }

    @Test("Touched words only count") func touchedWordsOnlyCount() throws {
        let analyzed = Self.analyze([Self.line("one two three", y: 0)])
        #expect(analyzed.boxes(for: 4..<5) == [Box(x: 50, y: 0, width: 30, height: 20)])
        #expect(analyzed.boxes(for: 2..<5) == [Box(x: 10, y: 0, width: 70, height: 20)])
        #expect(analyzed.boxes(for: 3..<4).isEmpty)
        #expect(analyzed.boxes(for: 0..<99) == [Box(x: 10, y: 0, width: 130, height: 20)])
        #expect(analyzed.boxes(for: 50..<99).isEmpty)
    }

    @Test("A plain text has no boxes") func aPlainTextHasNoBoxes() {
        #expect(Samples.analyze("pay now").boxes(for: 0..<7).isEmpty)
    }

    @Test("An empty transcript has no tokens") func anEmptyTranscriptHasNoTokens() {
        #expect(Self.analyze([]).tokens.isEmpty)
        #expect(Self.analyze([Self.line("", y: 0)]).text.isEmpty)
    }

    @Test("Boxes grow with the picture and stay inside it") func boxesGrowWithThePictureAndStayInsideIt() {
        let word = Transcript.Word(text: "a", confidence: 1, box: Box(x: 719, y: 759, width: 1, height: 1))
        var transcript = Transcript(
            lines: [.init(words: [word], role: .incoming)], width: 720, height: 760, languages: ["eng"])
        transcript.codes = [
            .init(symbology: .qr, payload: "x", box: Box(x: 10, y: 20, width: 30, height: 40))
        ]
        let twice = transcript.scaled(toWidth: 1_440, height: 1_520)
        #expect(twice.lines[0].box == Box(x: 1_438, y: 1_518, width: 2, height: 2))
        #expect(twice.codes[0].box == Box(x: 20, y: 40, width: 60, height: 80))
        #expect(twice.width == 1_440 && twice.height == 1_520)
        let slightly = transcript.scaled(toWidth: 721, height: 761)
        #expect(slightly.lines[0].box == Box(x: 719, y: 759, width: 2, height: 2))
        #expect(transcript.scaled(toWidth: 720, height: 760) == transcript)
    }
}
