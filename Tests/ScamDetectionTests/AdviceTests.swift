import ScamDetection
import TestSupport
import Testing
import Texts

@Suite("Advice") struct AdviceTests {
    private let book: AdviceBook

    init() throws { book = try RulesFolder().adviceBook() }

    private func verdict(_ level: RiskLevel, _ type: ScamType) -> Verdict {
        var verdict = Verdict.noText(rulesVersion: "1")
        verdict.riskLevel = level
        verdict.scamType = type
        return verdict
    }

    @Test("Takes the types entry and fills gaps from the default")
    func takesTheTypesEntryAndFillsGapsFromTheDefault() {
        let advice = book.advice(for: verdict(.high, .delivery), country: "us", in: ShippedTexts.english)
        #expect(advice.now == ["Open the carrier's own app."])
        #expect(advice.ifYouAlready.map(\.did) == ["shared a code"])
        #expect(advice.ifYouAlready.map(\.steps) == [["Change your password."]])
        #expect(advice.report.map(\.name) == ["FTC"])
        #expect(advice.report.map(\.url) == ["https://reportfraud.ftc.gov"])
    }

    @Test("Other types get the default") func otherTypesGetTheDefault() {
        #expect(
            book.advice(for: verdict(.medium, .romance), country: "SG", in: ShippedTexts.english).now == [
                "Don't reply."
            ])
        #expect(
            book.advice(for: verdict(.medium, .unknown), country: "SG", in: ShippedTexts.english).report.map(
                \.phone) == ["1799"])
    }

    @Test("Unknown countries get the international places", arguments: [nil, "ZZ", "", "default"])
    func unknownCountriesGetTheInternationalPlaces(_ country: String?) {
        #expect(
            book.advice(for: verdict(.high, .delivery), country: country, in: ShippedTexts.english).report
                .map(\.name) == [
                    "Your police"
                ])
    }

    @Test("Places for just one type come first and only for it")
    func placesForJustOneTypeComeFirstAndOnlyForIt() {
        func names(_ type: ScamType) -> [String] {
            book.advice(for: verdict(.high, type), country: "GB", in: ShippedTexts.english).report.map(\.name)
        }
        #expect(names(.delivery) == ["Carrier desk", "Police"])
        #expect(names(.romance) == ["Police"])
    }

    @Test("A place has its name in the reader's language, where it has one")
    func namesPlaces() throws {
        let spanish = try #require(ShippedTexts.library.texts(for: "es"))
        let report = book.advice(for: verdict(.high, .delivery), country: "US", in: spanish).report
        #expect(report.map(\.name) == ["CFC"])
        #expect(
            book.advice(for: verdict(.high, .romance), country: "GB", in: spanish).report.map(\.name) == [
                "Police"
            ])
    }

    @Test("Low risk has nothing to report") func lowRiskHasNothingToReport() {
        let advice = book.advice(for: verdict(.low, .unknown), country: "US", in: ShippedTexts.english)
        #expect(advice.now == ["Stay alert."])
        #expect(advice.report.isEmpty && advice.ifYouAlready.isEmpty)
    }

    @Test("No text has its own advice") func noTextHasItsOwnAdvice() {
        let advice = book.advice(for: .noText(rulesVersion: "1"), country: "US", in: ShippedTexts.english)
        #expect(advice.now == ["Take a clearer picture."])
        #expect(advice.report.isEmpty)
    }

    @Test(
        "Refuses",
        arguments: [
            ("advice.yaml", "low: { now: [ a ] }\nno_text: { now: [ b ] }\n", 1, .missingKey("default")),
            ("advice.yaml", "default: { now: [ a ] }\nno_text: { now: [ b ] }\n", 1, .missingKey("low")),
            ("advice.yaml", "default: { now: [ a ] }\nparcel: { now: [ b ] }\n", 2, .unknownKey("parcel")),
            ("advice.yaml", "default: { how: [ a ] }\n", 1, .unknownKey("how")),
            (
                "advice.yaml", "default:\n  if_you_already:\n    - { did: paid }\n    - { do: [ a ] }\n", 4,
                .missingKey("did")
            ),
            ("reporting.yaml", "US:\n  - { url: x }\n", 2, .missingKey("name")),
            ("reporting.yaml", "US:\n  - { name: x }\n", 2, .missingKey("checked")),
            (
                "reporting.yaml", "US:\n  - { name: x, for: [ parcel ] }\n", 2,
                .unknownValue(key: "for", value: "parcel")
            ),
            (
                "reporting.yaml", "US:\n  - { name: x, for: [ unknown ] }\n", 2,
                .unknownValue(key: "for", value: "unknown")
            ),
            ("reporting.yaml", "US:\n  - { name: x, mail: y }\n", 2, .unknownKey("mail")),
        ] as [(String, String, Int, RuleError.Reason)])
    func refuses(_ file: String, _ text: String, _ line: Int, _ reason: RuleError.Reason) throws {
        let workspace = try RulesFolder(["lexicon/\(file)": text])
        let error = #expect(throws: RuleError.self) { try workspace.adviceBook() }
        #expect(error?.file == file)
        #expect(error?.reason == reason)
        if file != "advice.yaml" || line > 1 { #expect(error?.line == line) }
    }
}
