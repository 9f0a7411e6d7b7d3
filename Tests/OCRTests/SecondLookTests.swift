import Testing
import TextAnalysis

@testable import OCR

@Suite struct SecondLookTests {
    private func words(_ text: String, _ confidence: Double) -> [Transcript.Word] {
        text.split(separator: " ").enumerated().map { index, word in
            Transcript.Word(
                text: String(word), confidence: confidence,
                box: Box(x: index * 10, y: 0, width: 9, height: 9))
        }
    }

    private func merged(_ readings: (String, Double)...) -> String {
        SecondLook.merge(readings.map { words($0.0, $0.1) }).map(\.text).joined(separator: " ")
    }

    @Test func mostReadingsDecideThenTheSurest() {
        #expect(
            merged(("go to evil.top", 0.5), ("go to evi1.top", 0.9), ("go to evil.top", 0.4))
                == "go to evil.top")
        #expect(merged(("go to evil.top", 0.5), ("go to evi1.top", 0.9)) == "go to evi1.top")
        #expect(merged(("one two", 0.9), ("onetwo", 0.5)) == "one two")
        #expect(merged(("one", 0.2), ("", 0)) == "one")
        #expect(SecondLook.merge([]).isEmpty)
    }

    private func span(_ words: [Transcript.Word], density: Double = 0.8) -> SecondLook.Span? {
        SecondLook.span(of: -4..<100, density: density, after: words)
    }

    @Test func weakWordsAndLinksDeserveAnother() {
        #expect(span(words("parcel on hold", 0.9)) == nil)
        #expect(span(words("parcel on hold", 0.6))?.words == 0..<3)
        #expect(span(words("parcel on hold", 0.6), density: 0.3) == nil, "keys")
        #expect(span(words("on it", 0.3)) == nil, "icons mostly")
        #expect(span(words("at evil.top now", 0.85))?.words == 1..<2)
        #expect(span(words("at evil.top", 0.95)) == nil)
        #expect(!SecondLook.disagreeOnLinks([words("evil.top", 0.9), words("evil.top", 0.8)]))
        #expect(SecondLook.disagreeOnLinks([words("evil.top", 0.9), words("evi1.top", 0.8)]))
    }

    @Test func nothingButTheWeakIsReadAgain() {
        var line = words("see you at evil.top now", 0.85)
        #expect(span(line)?.columns == 29..<40)
        #expect(span(words("evil.top", 0.85))?.columns == -4..<100)
        line[2].box.x = 45
        #expect(span(line)?.words == 0..<5, "words that stand in another order than they are read")
        #expect(span(line)?.columns == -4..<100)
    }

    @Test func languagesAreKnownByTheirSmallWords() {
        func language(_ text: String, installed: [String] = ["deu", "eng", "fra", "spa"]) -> String? {
            LanguageTable.latinLanguage(of: text.split(separator: " ").map(String.init), among: installed)
        }
        #expect(language("bitte zahlen sie die gebühr für ihr paket") == "deu")
        #expect(language("votre colis est en attente pour des frais") == "fra")
        #expect(language("your parcel is on hold for a fee that you have to pay") == nil)
        #expect(language("bitte zahlen sie die gebühr für ihr paket", installed: ["eng", "fra"]) == nil)
        #expect(language("die") == nil)
    }

    @Test func anotherScriptMustBeWrittenInItsLetters() {
        #expect(OtherLanguages.isForeign(words("请点击链接领取您的包裹", 0.9)))
        #expect(!OtherLanguages.isForeign(words("口 Message 一 send", 0.9)))
        #expect(!OtherLanguages.isForeign(words("Không bấm vào đường dẫn này", 0.9)))
    }
}
