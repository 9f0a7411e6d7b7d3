import BundledResources
import Foundation
import ScamDetection
import ScamTaxonomy
import TestSupport
import Testing
import TextAnalysis
@testable import Texts

@Suite("The texts that ship") struct ShippedTextsTests {
    static let languages = ShippedTexts.library.all

    @Test("The keys that code names are those of the English files")
    func keys() throws {
        func check<Key: TextKey>(_: Key.Type, besides further: [String] = []) {
            let named = Set(Key.allCases.map(\.rawValue) + further)
            #expect(named == Set(ShippedTexts.english.patterns(of: Key.file).keys))
        }
        check(VerdictText.self, besides: ScamType.allCases.map { "type-\($0.rawValue)" })
        check(ProblemText.self)
        check(PushText.self)
        check(DocumentText.self, besides: EntityKind.allCases.map { "kind-\($0.rawValue)" })
        check(CommandText.self, besides: RedactedKind.allCases.map { "covered-\($0.rawValue)" })
        let types = ScamType.allCases.map { $0 == .unknown ? "default" : $0.rawValue }
        #expect(Set(types) == Set(ShippedTexts.english.patterns(of: .genuineIf).keys))
        let advice = try AdviceBook(directory: BundledResources.lexicon).keys
        #expect(advice == Set(ShippedTexts.english.patterns(of: .advice).keys))
    }

    @Test("Each rule gives one of at most 150 reasons, and each reason serves a rule")
    func reasons() throws {
        let rules = try RuleFileReader.rules(
            in: BundledResources.rules, types: Set(ScamType.allCases),
            languages: Languages(directory: BundledResources.languages))
        let reasons = Set(ShippedTexts.english.patterns(of: .reasons).keys)
        #expect(reasons.count <= 150)
        let learned = ["everyday-talk", "reads-like-scams"]
        #expect(Set(rules.compactMap(\.reason?.key) + learned) == reasons)
    }

    @Test("A language has every text, with the placeholders of the English one", arguments: languages)
    func complete(_ texts: Texts) throws {
        #expect(texts.missing.isEmpty, "\(texts.missing)")
        for file in TextFile.allCases {
            let (own, english) = (texts.patterns(of: file), ShippedTexts.english.patterns(of: file))
            #expect(own.count == english.count, "\(file) has keys that English lacks")
            for (key, pattern) in english {
                let names = try MessagePattern(pattern).names
                let ownNames = try MessagePattern(#require(own[key])).names
                #expect(ownNames == names, "\(texts.language) \(file) \(key)")
            }
        }
    }

    /// Sentences in English would be told by its commonest words, which no other of the languages has.
    @Test("Nothing is left in English by mistake", arguments: languages.filter { $0.language != .english })
    func translated(_ texts: Texts) {
        let english: Set<String> = [
            "the", "your", "you", "this", "that", "with", "isn't", "doesn't", "from", "and",
        ]
        for file in TextFile.allCases {
            for (key, text) in texts.patterns(of: file) {
                let words = text.lowercased().split { !$0.isLetter && $0 != "'" }.map(String.init)
                let found = words.filter(english.contains)
                #expect(found.count < 2, "\(texts.language) \(file) \(key): \(found)")
            }
        }
    }

    /// A column holds half a Chinese character. Twenty-four columns are what a button has on a page of 320 pixels.
    @Test("Short texts stay short", arguments: languages)
    func lengths(_ texts: Texts) {
        func columns(_ text: String) -> Int { text.reduce(0) { $0 + ($1.utf8.count > 2 ? 2 : 1) } }
        func check(_ file: TextFile, _ limit: Int, _ isMeant: (String) -> Bool = { _ in true }) {
            for (key, text) in texts.patterns(of: file) where isMeant(key) {
                #expect(columns(text) <= limit, "\(texts.language) \(file) \(key): \(columns(text))")
            }
        }
        check(.reasons, 110)
        check(.advice, 220)
        check(.genuineIf, 220)
        check(.verdict, 40) { $0.hasPrefix("type-") || $0.hasPrefix("risk-") }
        check(.commands, 24) { ["scan-now", "dismiss", "why", "do-now", "report", "error"].contains($0) }
        check(.commands, 79) { ["prompt", "prompt-keys"].contains($0) }
        // Its placeholders are 5 columns longer than the longest that stands in them.
        check(.commands, 84) { $0 == "pick-prompt" }
    }

    @Test(
        "A place for reports was checked within a year, and its other names are in languages that there are")
    func reporting() throws {
        let file = BundledResources.lexicon.appendingPathComponent("reporting.yaml")
        let countries = try #require(YAMLNode(contentsOf: file, named: "reporting.yaml").entries)
        let tags = Set(Self.languages.map(\.language.tag))
        for place in countries.flatMap({ $0.value.elements ?? [] }) {
            let day = try Date(#require(place["checked"]?.text) + "T00:00:00Z", strategy: .iso8601)
            #expect(day.timeIntervalSinceNow > -366 * 86_400 && day < Date(), "line \(place.line)")
            #expect(place["names"]?.entries?.allSatisfy { tags.contains($0.key.text ?? "") } ?? true)
        }
    }
}

extension Texts: CustomTestStringConvertible {
    /// A test's log names a language without its texts.
    public var testDescription: String { language.tag }
}
