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
            patterns: { en: [ "hello" ] }
            examples: { en: [ "hello", "oh hello" ] }
            no_match: { en: [ "bye", "so" ] }
          - id: ask.pivot
            title: Turns
            description: It turns.
            category: any
            weight: 1
            patterns: { en: [ "send gold" ] }
            examples: { en: [ "send gold", "so send gold" ] }
            no_match: { en: [ "bye", "gold" ] }
          - id: ask.who
            title: Was asked
            description: Asked.
            category: any
            weight: 0
            in: replies
            patterns: { en: [ "who are you" ] }
            unless: { en: [ "who are you all" ] }
            examples: { en: [ "[reply who are you] x", "x [reply so who are you]" ] }
            no_match: { en: [ "who are you", "[reply who are you all] x" ] }
          - id: ask.order
            title: Opens and turns later
            description: In order.
            category: any
            weight: 2
            all: [ ask.opener ]
            later: [ ask.pivot ]
            examples: { en: [ "hello [next] send gold", "hello [reply x] send gold" ] }
            no_match: { en: [ "hello send gold", "send gold [reply x] hello" ] }
          - id: ask.stranger
            title: Was asked and turns later
            description: In order.
            category: any
            weight: 3
            all: [ ask.who ]
            later: [ ask.pivot ]
            examples: { en: [ "x [reply who are you] send gold", "x [next] send gold [reply who are you]" ] }
            no_match: { en: [ "x [reply hi] send gold", "send gold [reply who are you]" ] }
          - id: ask.near
            title: Opens and turns at once
            description: Near each other.
            category: any
            weight: 4
            all: [ ask.opener, ask.pivot ]
            within: 2
            examples: { en: [ "hello [reply x] send gold", "hello and send gold" ] }
            no_match: { en: [ "hello [reply x] y [reply x] send gold", "hello [reply x] y" ] }
          - id: ask.first
            title: Opens at the beginning
            description: Early.
            category: any
            weight: 1
            all: [ ask.opener ]
            opening: 2
            examples: { en: [ "hello", "x [reply x] hello" ] }
            no_match: { en: [ "x [reply x] x [reply x] hello", "x" ] }
          - id: ask.deal
            title: Was asked, and opens and turns after that
            description: Both later.
            category: any
            weight: 1
            all: [ ask.who ]
            later: [ ask.near ]
            examples: { en: [ "x [reply who are you] hello [reply x] send gold", "x [reply who are you] hello send gold" ] }
            no_match: { en: [ "hello [reply who are you] send gold", "x [reply who are you] hello" ] }

        """

    private let detector: ScamDetector

    init() throws { detector = try RulesFolder.detector(Self.rules) }

    private func found(_ example: String) -> [String] {
        detector.findings(in: detector.analyze(example: example)).map(\.rule).sorted()
    }

    @Test(
        "Follows",
        arguments: [
            ("hello [reply x] send gold", ["ask.first", "ask.near", "ask.opener", "ask.order", "ask.pivot"]),
            ("hello send gold", ["ask.first", "ask.near", "ask.opener", "ask.pivot"]),
            ("send gold [next] hello", ["ask.first", "ask.near", "ask.opener", "ask.pivot"]),
            // The owner's words are no evidence.
            ("[reply hello] x [reply send gold] x", []),
            ("hello [reply send gold]", ["ask.first", "ask.opener"]),
            // A pattern's match ends with its turn.
            ("please send [reply what?] gold", []), ("please send [next] gold", ["ask.pivot"]),
            ("x [reply who are you] y", ["ask.who"]),
            ("x [reply who are you] send gold", ["ask.pivot", "ask.stranger", "ask.who"]),
        ])
    func follows(_ example: String, _ rules: [String]) {
        #expect(found(example) == rules)
    }

    @Test(
        "What stands far apart isn't taken together",
        arguments: [
            ("hello [reply a] b [reply c] send gold", false),
            ("hello [reply a] b [reply c] hello again [reply d] send gold", true),
            ("send gold [reply a] b [reply c] d [reply e] hello [reply f] g [reply h] send gold", false),
            ("hello [next] a [next] b [next] c [next] send gold", true),
        ])
    func nearness(_ example: String, _ holds: Bool) {
        #expect(found(example).contains("ask.near") == holds)
    }

    @Test(
        "What was begun before the first sign doesn't follow it",
        arguments: [
            ("a [reply who are you] hello [reply b] send gold", true),
            ("hello [reply who are you] send gold", false),
            ("hello [reply who are you] send gold [reply b] hello [reply c] send gold", true),
            ("a [reply b] hello [reply c] send gold [reply who are you] d", false),
        ])
    func followsWhole(_ example: String, _ holds: Bool) {
        #expect(found(example).contains("ask.deal") == holds)
    }

    @Test(
        "Only the first turns are the beginning",
        arguments: [
            ("a [reply b] hello", true), ("a [reply b] c [reply d] hello", false),
            ("a [next] b [next] c [next] hello", true), ("[reply x] hello", true),
        ])
    func opening(_ example: String, _ holds: Bool) {
        #expect(found(example).contains("ask.first") == holds)
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
