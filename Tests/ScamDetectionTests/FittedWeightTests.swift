import Foundation
import ScamDetection
import TextAnalysis
import TestSupport
import Testing

@Suite("Fitted weight") struct FittedWeightTests {
    private static let rules = """
          - id: ask.code
            title: Asks for a code
            description: It asks.
            category: otp_request
            weight: 3
            fitted: 1.25
            patterns: [ "code" ]
            examples: { match: [ "code", "a code" ], no_match: [ "x", "y" ] }
          - id: ask.money
            title: Asks for money
            description: It asks.
            category: delivery
            weight: 1
            fitted: 4
            patterns: [ "money" ]
            examples: { match: [ "money", "my money" ], no_match: [ "x", "y" ] }

        """
    private static let calm = """
        group: protective
        language: en
        rules:
          - id: protective.calm
            title: Is calm
            description: It is.
            category: any
            weight: -2.5
            patterns: [ "calm" ]
            examples: { match: [ "calm", "so calm" ], no_match: [ "x", "y" ] }

        """

    private let detector: ScamDetector

    init() throws {
        detector = try RulesFolder([
            "rules/en/ask.yaml": "group: ask\nlanguage: en\nrules:\n" + Self.rules,
            "rules/en/protective.yaml": Self.calm,
        ]).detector()
    }

    @Test("The fitted weight is in force and the prior is kept")
    func theFittedWeightIsInForceAndThePriorIsKept() throws {
        let rule = try #require(detector.rules.first { $0.id == "ask.code" })
        #expect(rule.weight == 1.25 && rule.prior == 3 && rule.fitted == 1.25)
        let plain = try #require(detector.rules.first { $0.id == "protective.calm" })
        #expect(plain.weight == -2.5 && plain.prior == -2.5 && plain.fitted == nil)
        #expect(detector.findings(in: detector.analyze("code")).map(\.weight) == [1.25])
    }

    @Test("What calms counts most where nothing is asked for, and least beside a decisive ask")
    func calmCountsMostWithoutAnAsk() throws {
        let groups = RulesFolder.groups.replacingOccurrences(
            of: "protective: { cap: 3.0, decisive_cap: 1.0 }",
            with: "protective: { cap: 4.0, ask_cap: 3.0, decisive_cap: 1.0 }")
        let settings = try RulesFolder(["rules/groups.yaml": groups]).detector().settings
        #expect(
            [Ask.nothing, .something, .decisive].map {
                settings.limits(of: .protective, beside: $0).lowerBound
            } == [-4, -3, -1])
        #expect(detector.settings.limits(of: .protective, beside: .something).lowerBound == -3)
    }

    /// The scores are -3 + 1.25 - 1 and -3 + 4 - 2.5: the protective cap is 3, or 1 after a decisive ask. A small
    /// fitted weight doesn't change what the author called decisive, and a large one makes nothing decisive.
    @Test("Decisive is what the author says", arguments: [("code calm", -2.75), ("money calm", -1.5)])
    func decisiveIsWhatTheAuthorSays(_ text: String, _ score: Double) {
        let breakdown = detector.breakdown(detector.findings(in: detector.analyze(text)))
        #expect(abs(breakdown.score - score) < 1e-12)
        #expect(abs(breakdown.probability - 1 / (1 + exp(-score))) < 1e-12)
    }

    private func verdict(confidences: [(String, Double)]) -> Verdict {
        var x = 0
        let words = confidences.map { text, confidence in
            x += 50
            return Transcript.Word(
                text: text, confidence: confidence, box: Box(x: x, y: 0, width: 40, height: 10))
        }
        let transcript = Transcript(
            lines: [Transcript.Line(words: words, role: .incoming)], width: 400, height: 50,
            languages: ["eng"])
        return detector.verdict(on: detector.analyze(transcript))
    }

    @Test("Words read poorly count less", arguments: [(0.95, 1.0), (0.9, 1), (0.45, 0.5), (0, 0)])
    func wordsReadPoorlyCountLess(_ confidence: Double, _ trust: Double) throws {
        let verdict = verdict(confidences: [("money", confidence), ("today", 0.99)])
        let finding = try #require(detector.findings(in: detector.analyze("money")).first)
        #expect(finding.trust == 1 && finding.weight == 4)
        let score = -3 + 4 * trust
        #expect(abs(verdict.scamProbability - 1 / (1 + exp(-score))) < 1e-9)
        #expect(verdict.findings.map(\.rule) == (trust == 0 ? [] : ["ask.money"]))
        #expect(verdict.findings.allSatisfy { abs($0.trust - trust) < 1e-12 })
    }
}
