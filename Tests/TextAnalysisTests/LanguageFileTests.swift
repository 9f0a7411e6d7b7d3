import Texts
import Foundation
import TestSupport
import Testing

@testable import TextAnalysis

/// The language files of a folder: what they make known, and what is refused.
@Suite("Language file") struct LanguageFileTests {
    private static let valid = """
        name: Quenya
        script: Latn
        tessdata: qya qya_fast
        function_words: elye tye ilya
        message_words: >-
          ullume
          yanna
        screen:
          buttons: lava sina, ava lava*
        """

    private static func load(_ files: [String: String]) throws(LanguageError) -> Languages {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, text) in files {
            try? Data(text.utf8).write(to: folder.appendingPathComponent(name))
        }
        return try Languages(directory: folder)
    }

    /// Why files are refused; nil where they aren't.
    private static func refusal(of files: [String: String]) -> LanguageError? {
        do throws(LanguageError) {
            _ = try load(files)
            return nil
        } catch {
            return error
        }
    }

    @Test("Holds what a file says") func holdsWhatAFileSays() throws {
        let languages = try Self.load(["qya.yaml": Self.valid, "any.yaml": "screen: { buttons: ok }"])
        let profile = try #require(languages["qya"])
        #expect(languages.profiles.count == 1)
        #expect(profile.name == "Quenya" && profile.script == .latn && !profile.isDefault)
        #expect(profile.tessdata == ["qya", "qya_fast"])
        #expect(
            profile.functionWords == ["elye", "tye", "ilya"] && profile.messageWords == ["ullume", "yanna"])
        let buttons = languages.phrases(.buttons)
        #expect(buttons.contains("ok") && buttons.contains("lava sina") && buttons.contains("ava lavalye"))
        #expect(!buttons.contains("lava sinanna") && !languages.phrases(.notices).contains("ok"))
    }

    @Test("A file's words cut texts and name amounts") func wordsCutTextsAndNameAmounts() throws {
        let words = """

            writes_compounds: true
            text:
              elisions: va
              abbreviations: tur
              suffix_words: top
            money:
              words: mirian:GON
              hundredths: canath:GON
              scales: men:1e4
              glued_scales: h:1e2
            """
        let files = ["qya.yaml": Self.valid + words, "any.yaml": "money:\n  symbols: ¤:XXX gn$:GON tk:BDT"]
        let languages = try Self.load(files)
        let profile = try #require(languages["qya"])
        #expect(profile.writesCompounds && !profile.capitalisesNouns)
        let analyzer = TextAnalyzer(
            suffixes: Samples.suffixes, confusables: Samples.confusables, languages: languages)
        #expect(analyzer.words("va'mirian").count == 2 && analyzer.words("ve'mirian").count == 1)
        let text = analyzer.analyze("Elye Tur. Elu tye. Ilya")
        #expect(text.tokens.map(\.sentence) == [0, 0, 0, 0, 1])
        let amounts = analyzer.analyze("3 mirian, 4 canath, 2 men mirian, ¤5h, 6¤, gn$7, tk 8, 9 tk, $10")
            .entities
        #expect(amounts.map(\.details.currency) == ["GON", "GON", "GON", "XXX", "XXX", "GON", "BDT"])
        #expect(amounts.map(\.details.amount) == [3, 0.04, 20_000, 500, 6, 7, 8])
        #expect(
            analyzer.analyze("tye.top").entities.isEmpty && !analyzer.analyze("ilyar.top").entities.isEmpty)
    }

    @Test("Tells languages of one script by the smallest alphabet")
    func tellsLanguagesOfOneScriptByTheSmallestAlphabet() {
        let languages = ShippedLanguages.all
        func language(_ script: Script, _ letters: String) -> Language? {
            languages.language(of: script, with: Set(letters.unicodeScalars.map(\.value)))
        }
        #expect(language(.cyrl, "") == "ru" && language(.cyrl, "є") == "uk" && language(.cyrl, "ј") == "sr")
        #expect(language(.arab, "") == "ar" && language(.arab, "پ") == "fa")
        #expect(
            language(.arab, "پگ") == "fa" && language(.arab, "پٹ") == "ur" && language(.arab, "ے") == "ur")
        #expect(language(.geor, "") == nil)
    }

    @Test(
        "Refuses a further line",
        arguments: [
            ("colour: red", 10, .unknownKey("colour")), ("  colours: red", 10, .unknownKey("colours")),
            ("name: Sindarin", 10, .yaml(.malformed("duplicate key name"))),
            ("letters: é", 10, .expected("letters of a script other than Latin that is the language's")),
            ("default: maybe", 10, .expected("true, or no such key,")),
            ("mixed_with: Tengwar", 10, .unknownValue(key: "mixed_with", value: "Tengwar")),
            ("writes_compounds: no", 10, .expected("true, or no such key,")),
            ("text:\n  titles: tur", 11, .unknownKey("titles")),
            ("money:\n  words: mirian:Gon", 11, .unknownValue(key: "entry of words", value: "mirian:Gon")),
            ("money:\n  words: gon", 11, .unknownValue(key: "entry of words", value: "gon")),
            ("money:\n  scales: men:many", 11, .unknownValue(key: "entry of scales", value: "men:many")),
        ] as [(String, Int, LanguageError.Reason)])
    func refusesAFurtherLine(_ line: String, _ number: Int, _ reason: LanguageError.Reason) {
        let text = Self.valid + "\n" + line
        #expect(
            Self.refusal(of: ["qya.yaml": text])
                == LanguageError(file: "qya.yaml", line: number, reason: reason))
    }

    @Test(
        "Refuses a change",
        arguments: [
            ("name: Quenya", "name: [Quenya]", 1, .expected("text")),
            ("name: Quenya\n", "", 1, .missingKey("name")),
            ("script: Latn", "script: Latin", 2, .unknownValue(key: "script", value: "Latin")),
            ("script: Latn", "script: Cyrl", 4, .wordsBesideScript("Cyrl")),
            ("elye tye", "Elye tye", 4, .expected("text in lower case")),
            ("function_words: elye tye ilya\n", "", 1, .missingKey("function_words")),
            ("lava sina, ava", "lava sina,, ava", 9, .expected("a phrase between each two commas")),
        ] as [(String, String, Int, LanguageError.Reason)])
    func refusesAChange(_ before: String, _ after: String, _ number: Int, _ reason: LanguageError.Reason) {
        let text = Self.valid.replacingOccurrences(of: before, with: after)
        #expect(
            Self.refusal(of: ["qya.yaml": text])
                == LanguageError(file: "qya.yaml", line: number, reason: reason))
    }

    @Test("Refuses folders that hold no languages") func refusesFoldersThatHoldNoLanguages() throws {
        #expect(Self.refusal(of: [:])?.reason == .noLanguages)
        #expect(
            Self.refusal(of: ["Quenya.yaml": Self.valid])
                == LanguageError(file: "Quenya.yaml", line: nil, reason: .misnamed))
        #expect(
            Self.refusal(of: ["any.yaml": "name: Any", "qya.yaml": Self.valid])
                == LanguageError(file: "any.yaml", line: 1, reason: .unknownKey("name")))
        let chosen = Self.valid + "\ndefault: true"
        #expect(
            Self.refusal(of: ["qya.yaml": chosen, "qyb.yaml": chosen])
                == LanguageError(file: "qyb.yaml", line: 1, reason: .secondDefault))
    }

    @Test("Says what is wrong and where") func saysWhatIsWrongAndWhere() {
        let error = LanguageError(file: "xx.yaml", line: 3, reason: .unknownKey("colour"))
        #expect(error.description == "xx.yaml:3: colour is no key that is known here")
    }
}
