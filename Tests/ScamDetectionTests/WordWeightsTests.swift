import ScamDetection
import TestSupport
import Testing
import TextAnalysis

@Suite("Word weights") struct WordWeightsTests {
    private static let ask = """
          - id: ask.code
            title: Asks for a code
            description: It asks.
            category: otp_request
            weight: 2.5
            patterns: [ "send ... code" ]
            examples:
              match: [ "send the code", "send me that code" ]
              no_match: [ "the code", "a code" ]

        """

    private static func detector(
        _ words: String, path: String = "en/words.tsv", ask: String = ask
    ) throws(RuleError) -> ScamDetector {
        guard
            let folder = try? RulesFolder([
                "rules/en/ask.yaml": "group: ask\nlanguage: en\nrules:\n\(ask)", "rules/\(path)": words,
            ])
        else { throw RuleError(file: path, line: nil, reason: .unreadable) }
        return try folder.detector()
    }

    private static func finding(_ text: String, _ detector: ScamDetector) -> Finding? {
        detector.findings(in: detector.analyze(text)).first { $0.group == .words }
    }

    @Test(
        "A file that makes no sense is refused with its line and reason",
        arguments: [
            ("# comment\nprize\t0.5\nprize 0.5\n", 3, RuleError.Reason.malformedLine),
            ("prize\tmuch\n", 1, .malformedLine),
            ("prize\tnan\n", 1, .malformedLine),
            ("claim your prize\t0.5\n", 1, .malformedLine),
            ("<link>\t0.5\n", 1, .malformedLine),
            ("\t0.5\n", 1, .malformedLine),
            ("prize\t2.01\n", 1, .weightOutOfRange(2.01)),
            ("prize\t0.5\nPRIZE\t0.5\n", 2, .duplicateID("PRIZE")),
        ])
    func refused(_ file: String, _ line: Int, _ reason: RuleError.Reason) {
        #expect(throws: RuleError(file: "en/words.tsv", line: line, reason: reason)) {
            try Self.detector(file)
        }
    }

    @Test("Words, pairs and kinds of entities count once each, and the strongest are shown")
    func countsOnce() throws {
        let detector = try Self.detector("prize\t0.5\nyour prize\t0.25\n<money>\t0.5\nlunch\t-0.5\n")
        let text = "You get your prize of $500 with your prize for the lunch"
        let finding = try #require(Self.finding(text, detector))
        #expect(finding.rule == "words.scam-like")
        #expect(finding.weight == 0.75)
        let shown = finding.ranges.map { detector.analyze(text).quote($0) }
        #expect(shown == ["your prize", "$500"])
    }

    @Test("A text without known words has no such finding") func noWords() throws {
        let detector = try Self.detector("prize\t0.5\n")
        #expect(Self.finding("Shall we meet for the lunch?", detector) == nil)
    }

    @Test("Ordinary words count up to their own cap, and nothing beside an ask") func ordinary()
        throws
    {
        let detector = try Self.detector("lunch\t-1\ndinner\t-1\nwe\t-1\n")
        let finding = try #require(Self.finding("Shall we have the lunch and the dinner?", detector))
        #expect(finding.rule == "words.ordinary")
        #expect(finding.weight == -1)
        let asked = detector.verdict(
            on: detector.analyze("Send me the code before we have the lunch and the dinner"))
        let alone = detector.verdict(on: detector.analyze("Send me the code"))
        #expect(asked.findings.map(\.rule) == ["ask.code"])
        #expect(asked.scamProbability == alone.scamProbability)
    }

    @Test("An ask that the data gave no weight is one nevertheless") func fittedToNothing() throws {
        let ask = Self.ask.replacing("weight: 2.5", with: "weight: 2.5\n    fitted: 0.00")
        let detector = try Self.detector("lunch\t-1\n", ask: ask)
        let text = detector.analyze("Send me the code before we have the lunch")
        #expect(detector.findings(in: text).map(\.ask) == [.decisive])
        let verdict = detector.verdict(on: text)
        #expect(verdict.findings == [])
        let alone = detector.verdict(on: detector.analyze("Send me the code"))
        #expect(verdict.scamProbability == alone.scamProbability)
    }

    @Test("Beside the rules that silence them, words say nothing; an unknown such rule is refused")
    func silencers() throws {
        func detector(_ silencer: String) throws -> ScamDetector {
            let groups = RulesFolder.groups.replacing(
                "ordinary_cap: 1.0 }", with: "ordinary_cap: 1.0, none: [ \(silencer) ] }")
            return try RulesFolder([
                "rules/en/ask.yaml": "group: ask\nlanguage: en\nrules:\n\(Self.ask)",
                "rules/groups.yaml": groups,
                "rules/en/words.tsv": "prize\t0.5\n",
            ]).detector()
        }
        let silent = try detector("ask.code")
        #expect(Self.finding("Send the code for the prize", silent) == nil)
        #expect(Self.finding("You have the prize", silent)?.weight == 0.5)
        #expect(throws: RuleError(file: "groups.yaml", line: 13, reason: .unknownRule("ask.none"))) {
            try detector("ask.none")
        }
    }

    @Test("The finding's weight is part of the sum") func sum() throws {
        let detector = try Self.detector("prize\t2\nwinner\t2\n")
        let verdict = detector.verdict(on: detector.analyze("Send the code for the prize of the winner"))
        let breakdown = detector.breakdown(verdict.findings)
        #expect(breakdown.parts.first { $0.group == .words }?.counted == 2)
        #expect(abs(breakdown.score - (-3 + 2.5 + 2)) < 1e-12)
    }

    @Test("The first of the text's languages that knows a word gives its weight") func languages() throws {
        let detector = try Self.detector("zawadi\t1\n", path: "es/words.tsv")
        #expect(
            Self.finding(
                "Hola, no puedo ir hoy a la casa de mi hermano porque es muy tarde y tengo que trabajar zawadi",
                detector)?.weight == 1)
        #expect(Self.finding("I can't go to the house of my brother because zawadi", detector) == nil)
    }

    @Test("A language that has only words is covered, without rules of its own") func covered() throws {
        let detector = try Self.detector("premio\t1\n", path: "es/words.tsv")
        let verdict = detector.verdict(
            on: detector.analyze("No puedo ir a la casa de mi hermano porque es muy tarde"))
        #expect(verdict.languages.isCovered)
        #expect(!verdict.languages.rules.contains("es") && verdict.riskLevel == .low)
    }
}
