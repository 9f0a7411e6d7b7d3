import ScamDetection
import TestSupport
import Testing
import TextAnalysis

/// Composites with an order, rules about the owner's answers, and patterns that end with a turn.
@Suite("Conversation rule") struct ConversationRuleTests {
    private static let rules = """
          - id: ask.opener
            title: Opens
            description: It opens.
            category: any
            weight: 1
            patterns: [ "hello" ]
            examples: { match: [ "hello", "oh hello" ], no_match: [ "bye", "so" ] }
          - id: ask.pivot
            title: Turns
            description: It turns.
            category: any
            weight: 1
            patterns: [ "send gold" ]
            examples: { match: [ "send gold", "so send gold" ], no_match: [ "bye", "gold" ] }
          - id: ask.who
            title: Was asked
            description: Asked.
            category: any
            weight: 0
            in: replies
            patterns: [ "who are you" ]
            unless: [ "who are you all" ]
            examples:
              match: [ "[reply who are you] x", "x [reply so who are you]" ]
              no_match: [ "who are you", "[reply who are you all] x" ]
          - id: ask.order
            title: Opens and turns later
            description: In order.
            category: any
            weight: 2
            all: [ ask.opener ]
            later: [ ask.pivot ]
            examples:
              match: [ "hello [next] send gold", "hello [reply x] send gold" ]
              no_match: [ "hello send gold", "send gold [reply x] hello" ]
          - id: ask.stranger
            title: Was asked and turns later
            description: In order.
            category: any
            weight: 3
            all: [ ask.who ]
            later: [ ask.pivot ]
            examples:
              match: [ "x [reply who are you] send gold", "x [next] send gold [reply who are you]" ]
              no_match: [ "x [reply hi] send gold", "send gold [reply who are you]" ]

        """

    private let detector: ScamDetector

    init() throws { detector = try RulesFolder.detector(Self.rules) }

    private func found(_ example: String) -> [String] {
        detector.findings(in: detector.analyze(example: example)).map(\.rule).sorted()
    }

    @Test(
        "Follows",
        arguments: [
            ("hello [reply x] send gold", ["ask.opener", "ask.order", "ask.pivot"]),
            ("hello send gold", ["ask.opener", "ask.pivot"]),
            ("send gold [next] hello", ["ask.opener", "ask.pivot"]),
            // The owner's words are no evidence.
            ("[reply hello] x [reply send gold] x", []),
            ("hello [reply send gold]", ["ask.opener"]),
            // A pattern's match ends with its turn.
            ("please send [reply what?] gold", []), ("please send [next] gold", ["ask.pivot"]),
            ("x [reply who are you] y", ["ask.who"]),
            ("x [reply who are you] send gold", ["ask.pivot", "ask.stranger", "ask.who"]),
        ])
    func follows(_ example: String, _ rules: [String]) {
        #expect(found(example) == rules)
    }

    @Test("The owners words are never shown") func theOwnersWordsAreNeverShown() throws {
        let text = detector.analyze(example: "x [reply so who are you] send gold")
        let verdict = detector.verdict(on: text)
        #expect(verdict.findings.map(\.rule) == ["ask.stranger", "ask.pivot"])
        #expect(verdict.findings.allSatisfy { $0.quote == "send gold" })
    }

    @Test(
        "Takes any example",
        arguments: [
            "", "[", "]", "[]", "[next", "[from ]", "[from  ] x", "[reply ]", "[page ]x", "[code ]x",
            "[x y] z",
        ])
    func takesAnyExample(_ example: String) {
        let text = detector.analyze(example: example)
        #expect(text.tokens.allSatisfy { $0.range.upperBound <= text.text.utf8.count })
        #expect(text.codes.isEmpty)
    }
}
