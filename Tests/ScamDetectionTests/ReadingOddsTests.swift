import Foundation
import ScamDetection
import TestSupport
import TextAnalysis
import Testing

@Suite("Links that were read in several ways") struct ReadingOddsTests {
    private static func rule(_ name: String, _ weight: Double, _ match: [String], group: String = "link")
        -> String
    {
        """
          - id: \(group).\(name)
            title: Shows \(name)
            description: It does.
            category: \(group == "link" ? "delivery" : "any")
            weight: \(weight)
            feature: link.\(name)
            examples: { any: \(match) }
            no_match: { any: [ "hello", "good day" ] }

        """
    }

    private static func file(_ group: String, _ rules: String...) -> (String, String) {
        ("rules/\(group).yaml", "concept: \(group)\nrules:\n" + rules.joined())
    }

    private static let files = Dictionary(uniqueKeysWithValues: [
        file(
            "link", rule("lookalike", 3, ["at https://paypa1.com", "at https://paypaI.com"]),
            rule("unknown-site", 0.5, ["at https://evil.top", "at https://b.xyz"]),
            rule("risky-tld", 2, ["at https://evil.top", "at https://a.top"])),
        file(
            "protective",
            rule(
                "known-organisation", -2, ["at https://paypal.com", "at https://usps.com"],
                group: "protective")),
    ])

    private let detector: ScamDetector

    init() throws { detector = try RulesFolder(Self.files).detector() }

    private func word(_ text: String, _ others: (String, Double)...) -> Transcript.Word {
        Transcript.Word(
            text: text, confidence: 0.95, box: Box(x: 1, y: 2, width: 30, height: 4),
            otherReadings: others.map { Transcript.Reading(text: $0.0, odds: $0.1) })
    }

    private func verdict(on words: Transcript.Word...) -> Verdict {
        let transcript = Transcript(
            lines: [.init(words: words, role: .incoming)], width: 400, height: 50, languages: ["eng"])
        return detector.verdict(on: detector.analyze(transcript))
    }

    private func weights(_ verdict: Verdict) -> [String: Double] {
        Dictionary(verdict.findings.map { ($0.rule, $0.weight) }) { first, _ in first }
    }

    @Test("What only one reading shows counts as far as that is likely")
    func oneReading() throws {
        let verdict = verdict(on: word("at"), word("paypal.com", ("paypaI.com", 0.4)), word("today"))
        let weights = weights(verdict)
        #expect(Set(weights.keys) == ["link.lookalike", "link.unknown-site"], "nothing calms")
        #expect(abs((weights["link.lookalike"] ?? 0) - 3 * 0.4) < 1e-12)
        #expect(abs((weights["link.unknown-site"] ?? 0) - 0.5 * 0.4) < 1e-12)
        let score = detector.breakdown(verdict.findings).score
        #expect(abs(score - (1.2 + 0.2)) < 1e-12, "the additions are the score")
        let lookalike = try #require(verdict.findings.first { $0.rule == "link.lookalike" })
        #expect(lookalike.quote == "paypaI.com" && lookalike.ranges == [3..<13], "at the place of the link")
        #expect(lookalike.trust == 0.4)
    }

    @Test(
        "A genuine link that may be a look-alike is riskier than a genuine one, and less so than the look-alike"
    )
    func between() {
        let genuine = verdict(on: word("at"), word("paypal.com")).scamProbability
        let lookalike = verdict(on: word("at"), word("paypaI.com")).scamProbability
        var last = genuine
        for odds in [0.1, 0.3, 0.5] {
            let either = verdict(on: word("at"), word("paypal.com", ("paypaI.com", odds))).scamProbability
            let other = verdict(on: word("at"), word("paypaI.com", ("paypal.com", 1 - odds))).scamProbability
            #expect(last < either && either < lookalike)
            #expect(abs(either - other) < 1e-12, "whichever is thought likelier")
            last = either
        }
    }

    @Test("What all readings show counts in full")
    func allReadings() {
        let sure = verdict(on: word("at"), word("evil.top/a"))
        let unsure = verdict(on: word("at"), word("evil.top/a", ("evil.top/d", 0.3), ("evi1.top/a", 0.3)))
        #expect(sure.findings.map(\.weight) == unsure.findings.map(\.weight))
        #expect(sure.scamProbability == unsure.scamProbability)
    }

    @Test("Links are independent of each other")
    func severalLinks() {
        let both = verdict(
            on: word("at"), word("usps.com", ("usps.corn", 0.5)), word("or"),
            word("paypal.com", ("paypaI.com", 0.4)), word("or"), word("paypal.com/x", ("paypa1.com/x", 0.5)))
        #expect(abs((weights(both)["link.lookalike"] ?? 0) - 3 * (1 - 0.6 * 0.5)) < 1e-12)
    }

    @Test("A link over two lines is read in all ways too")
    func joinedLink() {
        let transcript = Transcript(
            lines: [
                .init(
                    words: [word("at"), word("https://secure-", ("https://paypal-", 0.25))], role: .incoming),
                .init(words: [word("garden.com/in")], role: .incoming),
            ], width: 400, height: 50, languages: ["eng"])
        let verdict = detector.verdict(on: detector.analyze(transcript))
        #expect(abs((weights(verdict)["link.lookalike"] ?? 0) - 3 * 0.25) < 1e-12)
    }
}
