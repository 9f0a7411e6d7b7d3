import Foundation
import TestSupport
import Testing
import TextAnalysis

@testable import ScamDetection

@Suite("Text model") struct TextModelTests {
    private static let analyzer = TextAnalyzer(
        suffixes: PublicSuffixList(list: Array("com\ntop\n".utf8)), confusables: Confusables(tsv: []),
        languages: ShippedLanguages.all)

    private static func analyzed(_ text: String) -> AnalyzedText { analyzer.analyze(text) }

    /// A model in which each feature of a text has a weight.
    private static func model(knowing text: String, weight: Int = 20) -> TextModel {
        var entries = [TextModel.Entry](
            repeating: TextModel.Entry(tag: 0, rarity: 0, weight: 0), count: TextModel.places)
        for occurrence in TextFeatures(of: analyzed(text)).occurrences {
            entries[TextModel.place(of: occurrence.hash)] = TextModel.Entry(
                tag: TextModel.tag(of: occurrence.hash), rarity: 9, weight: weight)
        }
        return TextModel(entries: entries, mostRarity: 9, weightStep: 0.1, intercept: -1)
    }

    @Test("The parts of all words add up to the log-odds") func isAdditive() throws {
        let model = Self.model(knowing: "pay the parcel fee now")
        for text in ["pay the fee", "Pay 3 fees for the parcel at parcel-fee.top now, now", "the"] {
            let analyzed = Self.analyzed(text)
            let prediction = try #require(model.prediction(for: analyzed))
            #expect(prediction.parts.count == analyzed.tokens.count)
            #expect(abs(Double(prediction.parts.reduce(-1, +)) - prediction.logOdds) < 1e-4)
            let counts = FeatureCounts(TextFeatures(of: analyzed).occurrences)
            #expect(abs(try #require(model.logOdds(of: counts)) - prediction.logOdds) < 1e-4)
        }
    }

    @Test("A text of unknown words has no prediction") func unknown() {
        let model = Self.model(knowing: "")
        #expect(model.prediction(for: Self.analyzed("unknown words")) == nil)
    }

    @Test("No link, number or amount counts as itself") func kinds() {
        func features(_ text: String) -> Set<UInt32> {
            Set(TextFeatures(of: Self.analyzed(text)).occurrences.map(\.hash))
        }
        #expect(features("pay $4.35 at ab-1.top/x") == features("pay $9.99 at cd-2.top/y"))
        #expect(features("room 12") == features("room 97"))
        #expect(features("pay at ab-1.top") != features("pay at ab-1.com"))
    }

    @Test("The file holds all of it") func roundTrip() throws {
        let model = Self.model(knowing: "pay the parcel fee now")
        #expect(try TextModel(bytes: model.bytes) == model)
        #expect(model.bytes.count < 300_000)
    }

    @Test("A damaged, foreign or older file is refused by its name") func damaged() throws {
        let bytes = Self.model(knowing: "pay").bytes
        var flipped = bytes
        flipped[bytes.count / 2] ^= 1
        var older = bytes
        older[20] = UInt8(ascii: "0")
        for wrong in [[], Array(bytes.dropLast()), bytes + [0], flipped, older, Array("rules:\n".utf8)] {
            #expect(throws: RuleError.self) { try TextModel(bytes: wrong) }
        }
        let folder = try RulesFolder(["rules/text.model": "no model"])
        let error = #expect(throws: RuleError.self) { try TextModel(directory: folder.rules) }
        #expect(error?.file == "text.model")
    }

    @Test("The phrases that weigh most are marked") func phrases() throws {
        let text = Self.analyzed("Hello dear friend. You must pay the fee now or else. Bye")
        let parts: [Float] = text.tokens.map {
            ["pay", "the", "fee"].contains(text.quote($0.range)) ? 1 : -0.1
        }
        let places = WeightyPhrases(parts, in: text, isScam: true).places
        #expect(places.map { text.quote($0) } == ["pay the fee"])
        #expect(WeightyPhrases(parts.map { -$0 }, in: text, isScam: false).places == places)
    }
}
