import BundledResources
import Foundation
import ScamDetection
import TestSupport
import Testing
import Texts
import TextAnalysis

@testable import OCR

/// Adding a language takes a file, and patterns of rules, and no Swift.
@Suite("Made up language") struct MadeUpLanguageTests {
    private static let file = """
        name: Quenya
        script: Latn
        tessdata: qya
        function_words: elye tye ilya ullume yanna
        message_words: hilya
        screen:
          timestamps: enwa
          days: enwa
          buttons: lava sina
        """

    private static let rules = """
        concept: ask
        rules:
          - id: ask.share-code
            title: Asks you to send a code
            description: Nobody who sent you a code needs it told back to them.
            category: otp_request
            weight: 3.0
            patterns: { qya: ["anta ... hilya"] }
            examples: { qya: ["elye tye anta nin yanna hilya", "ilya tye anta hilya ullume"] }
            no_match: { qya: ["elye tye ilya yanna aure", "ullume tye ilya mornie"] }

        """

    private let languages: Languages
    private let detector: ScamDetector

    init() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        let (files, rules) = (
            folder.appendingPathComponent("languages"), folder.appendingPathComponent("rules")
        )
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: BundledResources.languages, to: files)
        try Data(Self.file.utf8).write(to: files.appendingPathComponent("qya.yaml"))
        try FileManager.default.createDirectory(at: rules, withIntermediateDirectories: true)
        try Data(RulesFolder.groups.utf8).write(to: rules.appendingPathComponent("groups.yaml"))
        try Data(Self.rules.utf8).write(to: rules.appendingPathComponent("codes.yaml"))
        defer { try? FileManager.default.removeItem(at: folder) }
        languages = try Languages(directory: files)
        detector = try ScamDetector(rules: rules, lexicon: BundledResources.lexicon, languages: languages)
    }

    @Test("Its texts are recognised") func itsTextsAreRecognised() {
        let found = detector.analyze("Elye tye ilya ullume, yanna").languages
        #expect(found.ranked == ["qya"] && found.isCertain)
    }

    @Test("Its rules apply") func itsRulesApply() {
        let text = detector.analyze("Elye tye ilya ullume: anta nin hilya!")
        let verdict = detector.verdict(on: text)
        #expect(verdict.findings.map(\.rule) == ["ask.share-code"])
        #expect(verdict.languages.rules == ["qya"] && verdict.languages.isCovered)
        #expect(
            detector.findings(in: detector.analyze("The bank says to you and the others: anta hilya")).isEmpty
        )
    }

    @Test("Its name stands in explanations") func itsNameStandsInExplanations() throws {
        let shipped = try ScamDetector(
            rules: BundledResources.rules, lexicon: BundledResources.lexicon, languages: languages,
            checksExamples: false)
        let verdict = shipped.verdict(on: shipped.analyze("Elye tye ilya ullume yanna"))
        #expect(ShippedTexts.english.say(verdict.explanation).contains("There are no rules for Quenya here"))
    }

    @Test("Its screens are understood") func itsScreensAreUnderstood() {
        let words = ScreenWords(languages)
        #expect(words.isDate("enwa") && words.isTimestamp("enwa 9:41") && words.isButton("lava sina"))
        #expect(words.isTimestamp("yesterday 9:41"))
    }

    @Test("Its Tesseract data is used") func itsTesseractDataIsUsed() {
        let words = "elye tye ilya aure".split(separator: " ").map(String.init)
        #expect(languages.latinTessdata(of: words, among: ["deu", "eng", "qya"]) == "qya")
        #expect(languages.latinTessdata(of: words, among: ["deu", "eng"]) == nil)
    }
}
