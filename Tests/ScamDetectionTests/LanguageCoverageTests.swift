import ScamDetection
import TestSupport
import Testing
import Texts
import TextAnalysis

@Suite("Language coverage") struct LanguageCoverageTests {
    private static func rule(_ name: String, _ language: String, _ pattern: String, _ match: [String])
        -> String
    {
        """
          - id: ask.\(name)
            title: Asks for \(name)
            description: It does.
            category: delivery
            weight: 3
            patterns: { \(language): [ "\(pattern)" ] }
            examples: { \(language): [ "\(match[0])", "\(match[1])" ] }
            no_match: { \(language): [ "Le chat dort", "The cat sleeps" ] }

        """
    }

    private static let rules =
        rule(
            "fee", "en", "pay ... fee",
            ["You must pay the fee for your parcel", "Please pay a fee and we come"])
        + rule(
            "frais", "fr", "{payez|payer} ... {frais|fee}",
            ["Vous devez payer les frais pour le colis", "Merci de payer des frais à notre livreur"])
            + """
              - id: link.any
                title: Has a link
                description: It does.
                category: delivery
                weight: 2
                feature: link.present
                examples: { any: [ "https://a.com", "9 € https://b.com" ] }

            """

    private static let workspace = ["rules/ask.yaml": "concept: ask\nrules:\n" + rules]

    private let detector: ScamDetector

    init() throws { detector = try RulesFolder(Self.workspace).detector() }

    private func verdict(_ text: String) -> Verdict { detector.verdict(on: detector.analyze(text)) }

    @Test("Rules apply to their language") func rulesApplyToTheirLanguage() {
        let english = verdict("You have to pay the fee before we bring it to your house: payer frais")
        #expect(english.findings.map(\.rule) == ["ask.fee"])
        #expect(english.languages.detected.first == "en" && english.languages.rules.contains("en"))
        let french = verdict(
            "Vous devez payer les frais pour que nous livrions votre colis chez vous. Pay a fee")
        #expect(french.findings.map(\.rule) == ["ask.frais"])
        #expect(french.languages.detected == ["fr"] && french.languages.isCovered)
    }

    /// Who wrote the rest of a text could otherwise switch the rules of its message off.
    @Test(
        "What stands around a message switches no rules off",
        arguments: [
            "พรุ่งนี้เราจะไปตลาดด้วยกันตอนเช้า แล้วกลับมาทำอาหารเย็นที่บ้านกับครอบครัวของเรา", "明天早上我们一起去市场然后回家做饭好吗",
            "Wir sind mit der Bahn nach Hause gefahren und haben auf dem Weg noch für euch eingekauft. Das ist nicht schlimm.",
            "Vi var hjemme hos mor og far i går, og det var så hyggeligt at se dem igen efter lang tid",
        ], [0, 1, 2])
    func whatStandsAroundSwitchesNoRulesOff(_ padding: String, _ place: Int) {
        let message = "You must pay the fee for your parcel"
        let text = [message, padding + "\n\n" + message, padding + ". " + message + ". " + padding][place]
        let padded = place == 0 ? text + ". " + padding + ". " + padding : text
        #expect(verdict(padded).findings.map(\.rule) == ["ask.fee"])
    }

    @Test("Rules for all texts apply to every text") func rulesForAllTextsApplyToEveryText() {
        for text in [
            "9 € https://b.com", "Uw pakket is er en wij willen van u 9 € https://b.com",
            "请付 9 € https://b.com",
        ] {
            #expect(verdict(text).findings.map(\.rule) == ["link.any"])
        }
    }

    @Test("A short text is judged by all Latin rules") func aShortTextIsJudgedByAllLatinRules() {
        #expect(verdict("Payez frais").findings.map(\.rule) == ["ask.frais"])
        #expect(verdict("Pay fee").findings.map(\.rule) == ["ask.fee"])
        #expect(verdict("Pay fee").languages.isCovered)
    }

    /// Words that rules of two languages match count once.
    @Test("Only the strongest language counts") func onlyTheStrongestLanguageCounts() {
        #expect(verdict("Pay fee payer fee").findings.count == 1)
    }

    @Test("Says what it has no rules for") func saysWhatItHasNoRulesFor() throws {
        let dutch = verdict("Uw pakket kon niet worden bezorgd, wij komen morgen terug bij u")
        #expect(dutch.riskLevel == .unknown && dutch.confidence == 0 && dutch.understood == 0)
        #expect(
            ShippedTexts.english.say(dutch.explanation)
                == "There are no rules for Dutch here, so only links and numbers were judged.")
        #expect(dutch.languages.detected == ["nl"] && !dutch.languages.isCovered)
        let covered = verdict("You have to pay for it and the fee will be sent to you")
        #expect(
            covered.understood == 1 && !ShippedTexts.english.say(covered.explanation).contains("no rules"))
    }

    @Test("A risk in another language stays a risk") func aRiskInAnotherLanguageStaysARisk() {
        let verdict = verdict("Uw pakket is er en wij willen van u 9 € https://b.com 8 € https://c.com")
        #expect(verdict.scamProbability > 0.2)
        #expect(verdict.riskLevel != .low || verdict.confidence <= 0.6)
    }

    @Test("Refuses an example in another language") func refusesAnExampleInAnotherLanguage() throws {
        let yaml = try #require(Self.workspace["rules/ask.yaml"])
            .replacing(
                "Please pay a fee and we come",
                with: "Vous devez le payer pour que nous venions chez vous avec les clés: pay a fee")
        let workspace = try RulesFolder(["rules/ask.yaml": yaml])
        let error = #expect(throws: RuleError.self) { try workspace.detector() }
        #expect(error?.reason == .exampleInAnotherLanguage)
    }
}
