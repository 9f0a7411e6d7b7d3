import Foundation
import ScamDetection
import Testing
import TextAnalysis

@Suite("Language pack") struct LanguagePackTests {
    @Test("Has rules of every group", arguments: ["en" as Language, "es", "fr", "de", "pt", "zh"])
    func hasRulesOfEveryGroup(_ language: Language) throws {
        let rules = try ShippedRules.detector.get().rules.filter { $0.languages.contains(language) }
        #expect(rules.count >= 25)
        let groups = Set(rules.map(\.group))
        #expect(groups.isSuperset(of: [.ask, .pressure, .identity, .conversation, .protective]))
    }

    /// Accents may be missing, as phones and text recognition lose them.
    @Test(
        "Matches with and without accents",
        arguments: [
            ("Votre colis est bloqué. Réglez les frais de douane : https://depot-desk.org/x", "delivery"),
            (
                "Su cuenta está bloqueada. Verifique su información aquí: https://account-desk.org/x",
                "account_phishing"
            ),
            ("A sua encomenda está retida na alfândega, pague a taxa: https://depot-desk.org/x", "delivery"),
            (
                "Ihr Konto wurde eingeschränkt. Bestätigen Sie Ihre Identität: https://account-desk.org/x",
                "account_phishing"
            ),
        ])
    func matchesWithAndWithoutAccents(_ text: String, _ type: String) throws {
        let detector = try ShippedRules.detector.get()
        let plain = text.decomposedStringWithCanonicalMapping.unicodeScalars.filter {
            !(0x300...0x36F).contains($0.value)
        }
        for variant in [text, String(String.UnicodeScalarView(plain))] {
            let verdict = detector.verdict(on: detector.analyze(variant))
            #expect(verdict.riskLevel == .high)
            #expect(verdict.scamType.rawValue == type)
        }
    }

    @Test("Matches traditional characters") func matchesTraditionalCharacters() throws {
        let detector = try ShippedRules.detector.get()
        for text in ["您的账户将被冻结，请点击链接验证身份", "您的賬戶將被凍結，請點擊鏈接驗證身份"] {
            #expect(detector.verdict(on: detector.analyze(text)).riskLevel != .low)
        }
    }
}
