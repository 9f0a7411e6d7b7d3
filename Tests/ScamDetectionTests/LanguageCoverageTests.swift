import ScamDetection
import TestSupport
import Testing
import TextAnalysis

@Suite("Language coverage") struct LanguageCoverageTests {
    private static func rule(_ name: String, _ pattern: String, _ match: [String], weight: Double = 3)
        -> String
    {
        """
          - id: ask.\(name)
            title: Asks for \(name)
            description: It does.
            category: delivery
            weight: \(weight)
            patterns: [ "\(pattern)" ]
            examples: { match: [ "\(match[0])", "\(match[1])" ], no_match: [ "Le chat dort", "The cat sleeps" ] }

        """
    }

    private static let workspace: [String: String] = [
        "rules/any/ask.yaml": "group: ask\nlanguage: any\nrules:\n"
            + rule("money", "<money> <url>", ["$5 https://a.com", "9 € https://b.com"], weight: 2),
        "rules/en/ask.yaml": "group: ask\nlanguage: en\nrules:\n"
            + rule(
                "fee", "pay ... fee",
                ["You must pay the fee for your parcel", "Please pay a fee and we come"]),
        "rules/fr/ask.yaml": "group: ask\nlanguage: fr\nrules:\n"
            + rule(
                "frais", "{payez|payer} ... {frais|fee}",
                ["Vous devez payer les frais pour le colis", "Merci de payer des frais à notre livreur"]),
    ]

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
        #expect(french.languages.rules == ["fr"] && french.languages.isCovered)
    }

    @Test("Rules for all texts apply to every text") func rulesForAllTextsApplyToEveryText() {
        for text in [
            "9 € https://b.com", "Uw pakket is er en wij willen van u 9 € https://b.com",
            "请付 9 € https://b.com",
        ] {
            #expect(verdict(text).findings.map(\.rule) == ["ask.money"])
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
        #expect(dutch.riskLevel == .low && dutch.confidence == 0.6)
        #expect(
            dutch.explanation
                == "No known scam pattern was found. Rules for Dutch aren't installed, so only links and numbers were judged."
        )
        #expect(
            dutch.languages.detected == ["nl"] && dutch.languages.rules.isEmpty
                && !dutch.languages.isCovered)
        let unknown = verdict(
            "Jūsu sūtījumu neizdevās piegādāt lūdzu izvēlieties jaunu datumu mūsu tīmekļa lapā tieši tagad"
        )
        #expect(unknown.explanation.contains("Rules for its language aren't installed"))
        #expect(unknown.confidence == 0.6 && !unknown.languages.isCovered)
        let covered = verdict("We will be at your house in the morning and bring it to you")
        #expect(covered.confidence > 0.6 && !covered.explanation.contains("installed"))
    }

    @Test("A risk in another language stays a risk") func aRiskInAnotherLanguageStaysARisk() {
        let verdict = verdict("Uw pakket is er en wij willen van u 9 € https://b.com 8 € https://c.com")
        #expect(verdict.scamProbability > 0.2)
        #expect(verdict.riskLevel != .low || verdict.confidence <= 0.6)
    }

    @Test("Refuses a file in another languages folder", arguments: ["xx", "fr", "any"])
    func refusesAFileInAnotherLanguagesFolder(_ language: String) throws {
        let yaml = try #require(Self.workspace["rules/en/ask.yaml"])
            .replacing("language: en", with: "language: \(language)")
        let workspace = try RulesFolder(["rules/en/ask.yaml": yaml])
        let error = #expect(throws: RuleError.self) { try workspace.detector() }
        #expect(error?.reason == .unknownValue(key: "language", value: language))
    }

    @Test("Refuses an example in another language") func refusesAnExampleInAnotherLanguage() throws {
        let yaml = try #require(Self.workspace["rules/en/ask.yaml"])
            .replacing(
                "Please pay a fee and we come",
                with: "Vous devez le payer pour que nous venions chez vous avec les clés: pay a fee")
        let workspace = try RulesFolder(["rules/en/ask.yaml": yaml])
        let error = #expect(throws: RuleError.self) { try workspace.detector() }
        #expect(error?.reason == .exampleInAnotherLanguage)
    }
}
