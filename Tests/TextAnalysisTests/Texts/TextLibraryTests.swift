import BundledResources
import Foundation
import TestSupport
import Testing

@testable import Texts

@Suite("The choice of a language") struct TextLibraryTests {
    private let library = ShippedTexts.library

    @Test(
        "A tag finds its language",
        arguments: [
            ("en", "en"), ("EN-gb", "en"), ("de-AT", "de"), ("pt-BR", "pt"), ("zh", "zh-Hans"),
            ("zh-CN", "zh-Hans"), ("zh-TW", "zh-Hant"), ("zh-HK", "zh-Hant"), ("zh-Hant-TW", "zh-Hant"),
            ("zh-Hans-SG", "zh-Hans"), ("nl-BE", "nl"), ("fr-CA-x-any", "fr"), ("ru", nil), ("", nil),
            ("-", nil), ("eng", nil), ("*", nil),
        ])
    func tags(_ tag: String, _ expected: String?) {
        #expect(library.texts(for: tag)?.language.tag == expected)
    }

    @Test(
        "A locale finds its language",
        arguments: [
            ("C", "en"), ("POSIX", "en"), ("", "en"), ("de_CH.UTF-8", "de"), ("fr_FR@euro", "fr"),
            ("zh_TW.UTF-8", "zh-Hant"), ("zh_CN", "zh-Hans"), ("sv_SE.UTF-8", "en"),
        ])
    func locales(_ locale: String, _ expected: String) throws {
        let texts = try TextLibrary.texts(forLocale: locale, directory: BundledResources.texts)
        #expect(texts.language.tag == expected)
    }

    /// A folder of texts that goes with the test.
    private func folder(_ files: [String: String]) throws -> URL {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        for (name, text) in files {
            let file = root.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        return root
    }

    private static let facts = "name: English\ntags: []\none: [1]\n"

    @Test("A text that a language lacks is said in English, with English plurals")
    func fallback() throws {
        let root = try folder([
            "en/language.yaml": Self.facts,
            "en/commands.yaml":
                "ready: ready\nwaiting-count: '{count, plural, one {one} other {#}} of {age}'\n",
            "fr/language.yaml": "name: Français\ntags: []\none: [0, 1]\n",
            "fr/commands.yaml": "ready: prêt\n",
        ])
        defer { try? FileManager.default.removeItem(at: root) }
        let library = try TextLibrary(directory: root)
        let texts = try #require(library.texts(for: "fr"))
        #expect(texts.say(CommandText.ready) == "prêt")
        #expect(texts.say(CommandText.waitingCount, ["count": 1, "age": "x"]) == "one of x")
        #expect(texts.say(CommandText.notReady) == "not-ready")
        #expect(texts.missing == [.commands: ["waiting-count"]] && library.missingCount == 1)
        #expect(texts.languageName == "Français")
    }

    @Test(
        "Refuses, with the place",
        arguments: [
            (["en/language.yaml": facts, "en/verdict.yaml": "a: '{'\n"], "en/verdict.yaml:1"),
            (["en/language.yaml": facts, "en/verdict.yaml": "a: b\nc: [d]\n"], "en/verdict.yaml:2"),
            (["en/language.yaml": facts, "en/verdict.yaml": "a: b\na: c\n"], "en/verdict.yaml:2"),
            (["en/language.yaml": "name: English\n"], "en/language.yaml:1"),
            (["fr/language.yaml": facts], "no texts in English"),
        ])
    func refuses(_ files: [String: String], _ place: String) throws {
        let root = try folder(files)
        defer { try? FileManager.default.removeItem(at: root) }
        let error = #expect(throws: TextError.self) { try TextLibrary(directory: root) }
        #expect(error?.description.contains(place) == true)
    }

    @Test("Somebody's own title becomes a sentence among others")
    func verbatim() throws {
        let sentences = [Sentence(verbatim: "Asks for a code"), Sentence(VerdictText.noPattern)]
        #expect(library.english.say(sentences) == "Asks for a code. No known scam pattern was found.")
        #expect(library.english.say(sentences[0]) == "Asks for a code")
        let chinese = try #require(library.texts(for: "zh"))
        #expect(chinese.joined([chinese.ended("忙"), "等。"]) == "忙。等。")
    }

    @Test("A language without rules has its name in the answer's language")
    func languageNames() throws {
        let french = try #require(library.texts(for: "fr"))
        let sentence = Sentence(
            VerdictText.noRulesForLanguage, ["language": .language("th", english: "Thai")])
        #expect(library.english.say(sentence).contains("Thai"))
        #expect(french.say(sentence).contains("thaï"))
    }
}
