import ScamDetection
import TestSupport
import Testing
import TextAnalysis

@Suite("Words of talks") struct TalkWordsTests {
    /// A talk with two of the owner's answers.
    private static let talk = "you were kind [reply who is this] I trade [reply oh] it is about gold"

    private static func detector(_ words: String = "gold\t2\ntrade\t1.5\nlunch\t-2\n") throws -> ScamDetector
    {
        func rules(_ group: String, _ id: String, _ weight: String, _ words: String) -> String {
            """
            group: \(group)
            language: en
            rules:
              - id: \(group).\(id)
                title: Says it
                description: It says it.
                category: otp_request
                weight: \(weight)
                patterns: [ "\(words)" ]
                examples:
                  match: [ "\(words)", "the \(words)" ]
                  no_match: [ "a lunch", "a dinner" ]

            """
        }
        return try RulesFolder([
            "rules/en/ask.yaml": rules("ask", "code", "2.5", "send the code"),
            "rules/en/conversation.yaml": rules("conversation", "kind", "1.0", "you were kind"),
            "rules/en/link.yaml": rules("link", "here", "3.0", "look here"),
            "rules/en/words.tsv": "gold\t-1\n", "rules/en/talk_words.tsv": words,
        ]).detector()
    }

    private static func findings(_ text: String, _ detector: ScamDetector) -> [String: Double] {
        let found = detector.findings(in: detector.analyze(example: text)).map { ($0.rule, $0.weight) }
        return Dictionary(uniqueKeysWithValues: found)
    }

    @Test("A talk is judged by its own words, and its rules keep a share of their weights") func judged()
        throws
    {
        #expect(
            Self.findings(Self.talk, try Self.detector()) == [
                "talk-words.scam-like": 3, "conversation.kind": 0.5,
            ])
    }

    @Test(
        "What is no talk is judged by the words of messages, and its rules keep their weights",
        arguments: ["you were kind, it is about gold", "you were kind [reply who is this] it is about gold"])
    func noTalk(_ text: String) throws {
        #expect(
            Self.findings(text, try Self.detector()) == ["words.ordinary": -1, "conversation.kind": 1])
    }

    @Test("Without words of talks in its language a talk is judged as a message is") func unknownLanguage()
        throws
    {
        #expect(
            Self.findings(Self.talk, try Self.detector("")) == ["words.ordinary": -1, "conversation.kind": 1])
    }

    @Test("A few words of another language say nothing in a talk") func mixed() throws {
        let talk = """
            hola, mi tío sabe mucho de gold y de trade [reply ah] te puedo enseñar cómo funciona, es muy fácil [reply \
            no sé] con esto he ganado mucho dinero este año, y tú también puedes
            """
        let findings = Self.findings(talk, try Self.detector())
        #expect(findings.keys.allSatisfy { !$0.hasPrefix("talk-words") })
    }

    @Test("What the owner wrote says nothing of the other party") func replies() throws {
        let talk = "you were kind [reply I trade gold] ok [reply gold] and lunch?"
        #expect(Self.findings(talk, try Self.detector())["talk-words.ordinary"] == -2.5)
    }

    @Test(
        "Ordinary words of a talk clear no decisive ask and no link, which keep their weights",
        arguments: [("send the code", "ask.code", 2.5), ("look here", "link.here", 3)])
    func cleared(_ words: String, _ rule: String, _ weight: Double) throws {
        let detector = try Self.detector("lunch\t-2\ndinner\t-2\n")
        let text = detector.analyze(example: "lunch? [reply yes] lunch or dinner [reply yes] now \(words)")
        let asked = detector.verdict(on: text)
        let alone = detector.verdict(on: detector.analyze(words))
        #expect(asked.findings.first?.rule == rule)
        #expect(asked.findings.first?.weight == weight)
        #expect(asked.scamProbability == alone.scamProbability)
    }

    @Test("Words alone make no talk high risk") func neverHigh() throws {
        let detector = try Self.detector("gold\t2\ntrade\t2\nkind\t2\nabout\t2\n")
        let text = detector.analyze(example: "a kind one [reply oh] trade [reply oh] it is about gold")
        let verdict = detector.verdict(on: text)
        #expect(verdict.findings.map(\.weight) == [3.5])
        #expect(verdict.riskLevel == .medium)
    }

    @Test(
        "Settings of talks that make no sense are refused",
        arguments: ["exchanges: 0", "exchanges: 1.5", "rules: 1.5", "rules: -0.1", "ordinary_cap: 0"])
    func refused(_ setting: String) throws {
        let key = String(setting.prefix { $0 != ":" })
        // Other groups have such keys too.
        let parts = RulesFolder.groups.split(separator: "talk_words:", maxSplits: 1)
        let talk = parts[1].replacing(try Regex("\\b\(key): [0-9.]+"), with: setting, maxReplacements: 1)
        let folder = try RulesFolder(["rules/groups.yaml": "\(parts[0])talk_words:\(talk)"])
        #expect(throws: RuleError.self) { try folder.detector() }
    }
}
