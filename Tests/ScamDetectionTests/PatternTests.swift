import Foundation
import ScamDetection
import TestSupport
import Testing

@Suite("Pattern") struct PatternTests {
    /// A detector with one rule that has the pattern and the examples.
    private func detector(
        _ pattern: String, _ match: [String], _ noMatch: [String], sets: String = "en: { things: code|key }"
    ) throws -> ScamDetector {
        func list(_ lines: [String]) -> String {
            lines.map { "        - '" + $0.replacingOccurrences(of: "'", with: "''") + "'" }.joined(
                separator: "\n")
        }
        let rules = """
              - id: ask.it
                title: Asks
                description: It asks.
                category: any
                weight: 1
                patterns: { en: [ '\(pattern.replacingOccurrences(of: "'", with: "''"))' ] }
                examples:
                  en:
            \(list(match))
                no_match:
                  en:
            \(list(noMatch))

            """
        return try RulesFolder(["rules/one.yaml": "concept: one\nrules:\n\(rules)", "rules/sets.yaml": sets])
            .detector()
    }

    @Test(
        "Words shared by no set of the language are refused",
        arguments: ["fr: { things: code|key }", "en: { other: code }"])
    func refusesUnknownSet(_ sets: String) {
        #expect(
            throws: RuleError(
                file: "one.yaml", line: 8, reason: .unknownValue(key: "sets.yaml", value: "things"))
        ) { try detector("send {@things}", ["send code", "send key"], ["sends"], sets: sets) }
    }

    @Test(
        "Matches",
        arguments: [
            ("send code", ["Send CODE", "please send\ncode!"], ["send the code", "code send"]),
            (
                "{send|give} [me] [the] code", ["send code", "give me the code"],
                ["send to me the code", "give the"]
            ),
            ("send {@things|the card}", ["send key", "send code", "send the card"], ["send things"]),
            ("{give|hand over} it", ["give it", "hand over it"], ["hand it", "over it"]),
            ("one-time code", ["one time code", "ONE-TIME-CODE"], ["one code", "time code"]),
            ("don't tell", ["Don’t tell", "you don't tell them"], ["do not tell", "dont tell"]),
            (
                "pay ... now", ["pay now", "pay a b c d e f g h now"],
                ["pay a b c d e f g h i now", "pay. And now"]
            ),
            ("pay ... [right] now", ["pay it right now", "pay now"], ["pay it right", "now pay"]),
            ("pay <money>", ["pay $5", "pay 20 USD"], ["pay 5", "pay money"]),
            ("{<phone>|us} now", ["+1 415 555 0100 now", "us now"], ["them now", "12 now"]),
            ("<code> is", ["481920 is", "G-481920 is"], ["2024 is", "48 is"]),
            ("to 7726", ["send to 7726", "to 7726 now"], ["to 7727", "7726"]),
            ("within <duration>", ["within 24 hours", "within two days"], ["within hours", "24 hours"]),
            ("visit <url>", ["visit a.top/x", "visit https://a.com"], ["visit a", "a.com"]),
            ("mail <email>", ["mail a@b.com", "mail: x.y@z.co.uk"], ["mail @b", "mail a@b"]),
            (
                "to <crypto>",
                ["to 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "to 0x52908400098527886E0F7030069857D2E4169EE7"],
                ["to 1A1zP1", "to bc1"]
            ),
            ("{a|{b|{c|d} e}} f", ["a f", "c e f"], ["c f", "e f"]),
            ("ex ... why ... zed", ["ex 1 why 2 zed", "ex why zed"], ["ex. why zed", "ex why. zed"]),
            ("点 击", ["请点击", "点击这里"], ["点", "击点"]),
            ("pаypal", ["paypal", "PаyPаl now"], ["pay a pal", "paypa"]),
        ] as [(String, [String], [String])])
    func matches(_ pattern: String, _ match: [String], _ noMatch: [String]) throws {
        // Loading runs the examples.
        let detector = try detector(pattern, match, noMatch)
        for text in match { #expect(detector.findings(in: detector.analyze(text)).count == 1) }
        for text in noMatch { #expect(detector.findings(in: detector.analyze(text)).isEmpty) }
    }

    @Test(
        "Refuses",
        arguments: [
            ("{a|b", .unbalanced), ("a}", .unbalanced), ("[a", .unbalanced), ("a]", .unbalanced),
            ("a|b", .unbalanced),
            ("<url", .unbalanced), ("a>", .unbalanced), ("{a|}", .emptyAlternative),
            ("{}", .emptyAlternative),
            ("[]", .emptyAlternative), ("<link>", .unknownEntity("link")), ("<>", .unknownEntity("")),
            ("... a", .gapAtEdge), ("a ...", .gapAtEdge), ("[a ...] b", nil), ("[... a] b", .gapAtEdge),
            ("a [b ...]", .gapAtEdge), ("...", .gapAtEdge), ("[a]", .matchesNothing), ("", .matchesNothing),
            ("!?", .matchesNothing), ("[a] [b]", .matchesNothing),
            (
                String(repeating: "{", count: 40) + "a" + String(repeating: "}", count: 40),
                .nestedTooDeeply(limit: 16)
            ),
            (String(repeating: "a ... ", count: 40) + "b", .tooLarge(limit: 256)),
        ] as [(String, PatternError?)])
    func refuses(_ pattern: String, _ expected: PatternError?) throws {
        do {
            _ = try detector(pattern, ["a b", "a c b"], ["q", "r"])
            #expect(expected == nil)
        } catch let error as RuleError {
            if let expected {
                #expect(error.reason == .pattern(expected))
                #expect(error.line == 8)
                #expect(error.file == "one.yaml")
            } else {
                #expect(error.reason == .exampleNotMatched || error.reason == .unreachedPattern(pattern))
            }
        }
    }

    @Test("An exception stops matches in its sentence only, and no further than it reaches")
    func anExceptionStopsMatchesInItsSentenceOnly() throws {
        let detector = try RulesFolder.detector(
            """
              - id: ask.code
                title: Asks for the code
                description: It asks.
                category: any
                weight: 1
                patterns: { en: [ "share ... code" ] }
                unless: { en: [ "{never|do not} share" ] }
                examples: { en: [ "share the code", "Never share it. But share the code" ] }
                no_match: { en: [ "never share the code", "Do not share this code" ] }

            """)
        let text = detector.analyze("Never share this code. Now share me that code")
        #expect(detector.findings(in: text).map(\.quote) == ["share me that code"])
        func isStopped(_ words: Int, isBehind: Bool) -> Bool {
            let (ask, calm) = ("share that code", "never share")
            let between = String(repeating: " word", count: words) + " "
            let text = isBehind ? ask + between + calm : calm + between + ask
            return detector.findings(in: detector.analyze(text)).isEmpty
        }
        #expect(isStopped(12, isBehind: true) && !isStopped(13, isBehind: true))
        // Before the ask, the calming "share" begins a match of its own, from which the gap doesn't reach the code.
        #expect(isStopped(12, isBehind: false) && !isStopped(13, isBehind: false))
    }
}
