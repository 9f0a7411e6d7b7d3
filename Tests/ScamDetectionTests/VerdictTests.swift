import Foundation
import ScamDetection
import TextAnalysis
import TestSupport
import Testing
import Texts

@Suite("Verdict") struct VerdictTests {
    private static func rule(
        _ id: String, _ weight: Double, _ word: String, type: String = "any", title: String? = nil
    ) -> String {
        """
          - id: \(id)
            title: \(title ?? "Says \(word)")
            description: It says so.
            category: \(type)
            weight: \(weight)
            patterns: { en: [ "\(word)" ] }
            examples: { en: [ "\(word)", "a \(word)" ] }
            no_match: { en: [ "nothing", "none" ] }

        """
    }

    private static func file(_ group: String, _ rules: String...) -> (String, String) {
        ("rules/\(group).yaml", "concept: \(group)\nrules:\n" + rules.joined())
    }

    private static let files = Dictionary(uniqueKeysWithValues: [
        file(
            "ask", rule("ask.small", 1, "alpha", type: "delivery"),
            rule("ask.big", 4, "beta", type: "otp_request", title: "Asks you to send a code"),
            rule("ask.huge", 5, "gamma", type: "bank_alert")),
        file(
            "pressure", rule("pressure.a", 1.5, "hurry", title: "Threatens to close your account"),
            rule("pressure.b", 1.5, "soon", type: "delivery")),
        file(
            "identity", rule("identity.tie", 4, "tie", type: "delivery", title: "USPS is named"),
            rule("identity.knot", 2.5, "knot")),
        file("link", rule("link.ray", 3, "ray")), file("style", rule("style.yell", 2.8, "yell")),
        file(
            "protective", rule("protective.a", -2, "calm", title: "Names an order of yours"),
            rule("protective.b", -2.5, "safe")),
        (
            "rules/composite.yaml",
            """
            concept: composite
            rules:
              - id: composite.both
                title: Does both
                description: Both.
                category: otp_request
                weight: 1
                all: [ ask.big ]
                any: [ pressure.a, pressure.b ]
                none: [ protective.a ]
                examples: { en: [ "beta hurry", "soon beta" ] }
                no_match: { en: [ "beta", "beta hurry calm" ] }
              - id: composite.chain
                title: Chains
                description: Chain.
                category: any
                weight: 0.5
                all: [ composite.both, pressure.b ]
                examples: { en: [ "beta soon", "soon beta" ] }
                no_match: { en: [ "beta", "beta hurry" ] }

            """
        ),
    ])

    private let detector: ScamDetector

    init() throws { detector = try RulesFolder(Self.files).detector() }

    private func verdict(_ text: String) -> Verdict { detector.verdict(on: detector.analyze(text)) }

    private func probability(_ score: Double) -> Double { 1 / (1 + exp(-score)) }

    @Test(
        "Adds under caps",
        arguments: [
            ("hello", -3.0), ("alpha", -2), ("alpha alpha alpha", -2),
            ("hurry soon", -1),  // pressure is capped at 2
            ("tie", -0.5),  // identity at 2.5
            ("beta gamma", 3),  // ask at 6
            ("calm safe", -6),  // protective at 3
            ("alpha calm safe", -5),  // a small ask that names no way
            ("beta calm safe", 1),  // nothing calms beside a decisive ask
            ("beta hurry", 3.5), ("beta soon", 4), ("beta hurry calm", 2.5),
        ])
    func addsUnderCaps(_ text: String, _ score: Double) {
        #expect(abs(verdict(text).scamProbability - probability(score)) < 1e-9)
    }

    @Test(
        "Puts probabilities in bands",
        arguments: [("hello", RiskLevel.low), ("beta calm", .medium), ("beta gamma", .high)])
    func putsProbabilitiesInBands(_ text: String, _ level: RiskLevel) {
        let verdict = verdict(text)
        #expect(verdict.riskLevel == level)
        #expect(verdict.confidence == (level == .low ? 1 - verdict.scamProbability : verdict.scamProbability))
        #expect(verdict.rulesVersion == "1.2.3")
    }

    @Test(
        "Tells without which findings the level would be another one",
        arguments: [
            ("hello", []),
            ("calm", []),  // without it, the risk would be low as well
            ("beta", ["ask.big: low"]),
            ("beta gamma", ["ask.huge: medium", "ask.big: medium"]),  // 3, each without the other less
            ("beta gamma tie", ["ask.huge ask.big: low"]),  // 5.5, and still 3.5 without the stronger one
            // 7. The strongest, without which the other of its group reaches the cap as well, decides nothing.
            ("tie knot ray yell hurry soon", ["link.ray style.yell: medium"]),
            ("beta gamma calm", ["ask.huge: medium", "ask.big: medium"]),  // nothing calms beside them
            ("tie hurry calm", ["protective.a: medium"]),
            ("tie hurry calm safe", ["protective.b protective.a: medium"]),
        ])
    func tellsWhatDecided(_ text: String, _ expected: [String]) {
        let decided = verdict(text).decidedBy
        #expect(decided.map { "\($0.rules.joined(separator: " ")): \($0.riskLevel)" } == expected)
    }

    @Test("A verdict that is taken back was decided by nothing") func takenBackByNothing() {
        var verdict = verdict("tie hurry calm")
        #expect(!verdict.decidedBy.isEmpty)
        verdict.takeBackLow(because: Sentence(verbatim: "No."))
        #expect(verdict.decidedBy.isEmpty)
    }

    @Test(
        "Names the type",
        arguments: [
            ("beta", ScamType.otpRequest, ScamCategory.otpPhishing), ("gamma", .bankAlert, .impersonation),
            ("beta tie", .otpRequest, .otpPhishing),  // what is asked for
            ("tie knot ray", .delivery, .paymentScam),
            ("alpha", .unknown, .unknown),  // low
            ("beta tie hurry", .otpRequest, .otpPhishing),  // the composite votes too
        ])
    func namesTheType(_ text: String, _ type: ScamType, _ category: ScamCategory) {
        let verdict = verdict(text)
        #expect(verdict.scamType == type)
        #expect(verdict.category == category)
    }

    private static let genuineIf =
        "It may be genuine if you have just asked for this code yourself and enter it only where you asked for it."

    @Test(
        "Explains",
        arguments: [
            ("hello", "No known scam pattern was found."),
            ("calm", "No known scam pattern was found. Names an order of yours."),
            ("alpha", "Says alpha. Beyond that, no scam pattern was found."),
            ("beta", "Asks you to send a code. \(genuineIf)"),
            ("beta hurry calm", "Asks you to send a code. Threatens to close your account. \(genuineIf)"),
            ("beta gamma", "Says gamma. Asks you to send a code."),
            ("beta tie", "Asks you to send a code. USPS is named."),
        ])
    func explains(_ text: String, _ expected: String) {
        #expect(ShippedTexts.english.say(verdict(text).explanation) == expected)
    }

    /// The high band begins later here, so that each kind of scam reaches medium.
    @Test(
        "Says what would make medium genuine",
        arguments: [
            (
                "beta calm",
                "Asks you to send a code. It may be genuine if you have just asked for this code yourself"
            ),
            ("gamma calm tie", "Says gamma. USPS is named. It may be genuine if your bank's own app"),
            ("beta gamma", "Says gamma. Asks you to send a code."),
            ("hello", "No known scam pattern was found."),
        ])
    func saysWhatWouldMakeMediumGenuine(_ text: String, _ expected: String) throws {
        let detector = try RulesFolder(
            Self.files.merging([
                "rules/groups.yaml": RulesFolder.groups.replacing(
                    "medium: 0.5, high: 0.95", with: "medium: 0.5, high: 0.999")
            ]) { $1 }
        ).detector()
        let verdict = detector.verdict(on: detector.analyze(text))
        let explanation = ShippedTexts.english.say(verdict.explanation)
        #expect(explanation.hasPrefix(expected))
        #expect(explanation.contains("genuine if") == (verdict.riskLevel == .medium))
    }

    @Test("Orders findings by weight") func ordersFindingsByWeight() {
        let findings = verdict("calm hurry ray alpha").findings
        #expect(findings.map(\.rule) == ["link.ray", "pressure.a", "ask.small", "protective.a"])
        #expect(findings.map(\.weight) == [3, 1.5, 1, -2])
    }

    @Test("Quotes places in the raw text") func quotesPlacesInTheRawText() throws {
        let text = detector.analyze("Ünï bêtise — ＢＥＴＡ!")
        let finding = try #require(detector.verdict(on: text).findings.first)
        #expect(finding.quote == "ＢＥＴＡ")
        #expect(finding.ranges.map(text.quote) == ["ＢＥＴＡ"])
    }

    @Test("A composite quotes its parts") func aCompositeQuotesItsParts() throws {
        let text = detector.analyze("beta then hurry or soon")
        let finding = try #require(detector.verdict(on: text).findings.first { $0.rule == "composite.chain" })
        #expect(finding.ranges.map(text.quote) == ["beta", "hurry", "soon"])
        #expect(finding.quote == "beta … hurry … soon")
    }

    @Test("Cuts long quotes") func cutsLongQuotes() throws {
        let detector = try RulesFolder.detector(
            Self.rule("ask.long", 1, "x ... y").replacing(
                "\"x ... y\", \"a x ... y\"", with: "\"x y\", \"x a y\""))
        let long = String(repeating: "é", count: 300)
        let finding = try #require(detector.findings(in: detector.analyze("x \(long) y")).first)
        #expect(finding.quote.count == Finding.longestQuote)
        #expect(finding.quote.hasPrefix("x éé"))
        #expect(finding.quote.hasSuffix("…"))
    }

    @Test("Has no opinion without text", arguments: ["", " \n ", "👍 !!", "\u{301}"])
    func hasNoOpinionWithoutText(_ text: String) {
        let verdict = verdict(text)
        #expect(verdict == Verdict.noText(rulesVersion: "1.2.3"))
        #expect(verdict.riskLevel == .unknown)
        #expect(verdict.confidence == 0)
    }
}
