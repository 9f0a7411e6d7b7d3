import TestSupport
import Testing
import TextAnalysis

@testable import OCR

@Suite("Second look") struct SecondLookTests {
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

    @Test("Most readings decide then the surest") func mostReadingsDecideThenTheSurest() {
        #expect(
            merged(("go to evil.top", 0.5), ("go to evi1.top", 0.9), ("go to evil.top", 0.4))
                == "go to evil.top")
        #expect(merged(("go to evil.top", 0.5), ("go to evi1.top", 0.9)) == "go to evi1.top")
        #expect(merged(("one two", 0.9), ("onetwo", 0.5)) == "one two")
        #expect(merged(("one", 0.2), ("", 0)) == "one")
        #expect(merged(("to evil.top", 0.3), ("to evi1.top", 0.9), ("to evil.top", 0.3)) == "to evi1.top")
        #expect(SecondLook.merge([]).isEmpty)
    }

    @Test("The first reading stays beside the other") func theFirstReadingStaysBesideTheOther() {
        let (first, other) = (words("go to evi1.top", 0.5), words("go to evil.top", 0.9))
        let merged = SecondLook.merge([first, other])
        #expect(merged.map(\.text) == ["go", "to", "evil.top"])
        #expect(merged.map(\.seen) == [nil, nil, "evi1.top"])
        #expect(SecondLook.merge([other, first]).map(\.seen) == [nil, nil, nil], "the first was kept")
    }

    /// The engine's own letters, not what their sizes had made of them.
    @Test("The first reading is the engines") func theFirstReadingIsTheEngines() {
        let (first, other) = (words("evi1.t0p", 0.5), words("evil.top", 0.9))
        let corrected = first[0].corrected(to: "evi1.top")
        #expect(SecondLook.merge([[corrected], other]).map(\.seen) == ["evi1.t0p"])
        #expect(SecondLook.merge([other, [corrected], [corrected]]).map(\.text) == ["evi1.top"])
        #expect(SecondLook.merge([other, [corrected], [corrected]]).map(\.seen) == ["evil.top"])
        #expect(corrected.corrected(to: "evi1.t0p").seen == nil, "back to what was read")
    }

    @Test("In lines of other words the first reading is found by place")
    func inLinesOfOtherWordsTheFirstReadingIsFoundByPlace() {
        func word(_ text: String, _ x: Int, _ width: Int, _ confidence: Double) -> Transcript.Word {
            Transcript.Word(text: text, confidence: confidence, box: Box(x: x, y: 0, width: width, height: 9))
        }
        let parted = [word("see", 0, 30, 0.5), word("evil.", 40, 50, 0.5), word("t0p", 95, 30, 0.5)]
        let whole = [word("see", 1, 30, 0.9), word("evil.top", 41, 84, 0.9)]
        #expect(SecondLook.merge([parted, whole]).map(\.seen) == [nil, "evil. t0p"])
        let more = [word("see", 1, 30, 0.9), word("evil.top", 41, 84, 0.9), word("x", 140, 9, 0.9)]
        let fewer = [word("see", 0, 30, 0.5), word("evil.t0p", 40, 85, 0.5)]
        #expect(SecondLook.merge([fewer, more]).map(\.seen) == [nil, "evil.t0p", nil], "nothing was there")
    }

    @Test("A link keeps what else it was read as, by the votes' confidence") func linksKeepOtherReadings()
        throws
    {
        func others(_ readings: (String, Double)...) -> [Transcript.Reading] {
            SecondLook.merge(readings.map { words($0.0, $0.1) }).last?.otherReadings ?? []
        }
        let (genuine, lookalike) = ("at paypal.com", "at paypaI.com")
        let two = try #require(others((genuine, 0.9), (lookalike, 0.6)).first)
        #expect(two.text == "paypaI.com" && abs(two.odds - 0.4) < 1e-12)
        let voted = try #require(others((genuine, 0.6), (lookalike, 0.6), (genuine, 0.3)).first)
        #expect(voted.text == "paypaI.com" && abs(voted.odds - 0.4) < 1e-12)
        #expect(others((genuine, 0.6), (genuine, 0.5)).isEmpty)
        #expect(
            others(("at evil.top/a", 0.5), ("at evil.top/A", 0.4), ("at evil.top/4", 0.1)).map(\.text)
                == ["evil.top/A", "evil.top/4"], "three readings, in a path with their case")
        #expect(
            others(("at Evil.top/a", 0.5), ("at (evil.top/a).", 0.4)).isEmpty,
            "neither a host's case nor the sentence's signs")
        #expect(others(("at home", 0.5), ("at horne", 0.4)).isEmpty, "no link")
        #expect(others(("at evil.top", 0), ("at evi1.top", 0)).isEmpty, "nobody knows")
    }

    @Test("A link that another reading parts has a vote for its letters") func partedLinksVote() {
        func word(_ text: String, _ x: Int, _ width: Int, _ confidence: Double) -> Transcript.Word {
            Transcript.Word(text: text, confidence: confidence, box: Box(x: x, y: 0, width: width, height: 9))
        }
        let whole = [word("see", 1, 30, 0.9), word("evil.top", 41, 84, 0.9)]
        let same = [word("see", 0, 30, 0.5), word("evil.", 40, 50, 0.5), word("top", 95, 30, 0.5)]
        #expect(SecondLook.merge([whole, same]).allSatisfy { $0.otherReadings.isEmpty })
        let other = [word("see", 0, 30, 0.5), word("evil.", 40, 50, 0.5), word("t0p", 95, 30, 0.3)]
        let merged = SecondLook.merge([whole, other])
        #expect(merged.map { $0.otherReadings.map(\.text) } == [[], ["evil.t0p"]])
        #expect(abs(merged[1].readings[0].odds - 0.75) < 1e-12, "as sure as its weakest part")
        let joined = [word("seeevil.top", 0, 125, 0.5)]
        #expect(
            SecondLook.merge([whole, joined]).allSatisfy { $0.otherReadings.isEmpty }, "two words in one")
    }

    @Test("Weak words and links deserve another") func weakWordsAndLinksDeserveAnother() {
        #expect(!SecondLook.isWorthwhile(after: [words("parcel on hold", 0.9)]))
        #expect(SecondLook.isWorthwhile(after: [words("parcel on hold", 0.6)]))
        #expect(!SecondLook.isWorthwhile(after: [words("on it", 0.3)]), "icons mostly")
        #expect(SecondLook.isWorthwhile(after: [words("at evil.top", 0.85)]))
        #expect(!SecondLook.isWorthwhile(after: [words("at evil.top", 0.95)]))
        #expect(!SecondLook.isWorthwhile(after: [words("evil.top", 0.9), words("evil.top", 0.8)]))
        #expect(SecondLook.isWorthwhile(after: [words("evil.top", 0.9), words("evi1.top", 0.8)]))
    }

    @Test("Languages are known by their small words") func languagesAreKnownByTheirSmallWords() {
        func language(_ text: String, installed: [String] = ["deu", "eng", "fra", "spa"]) -> String? {
            ShippedLanguages.all.latinTessdata(
                of: text.split(separator: " ").map(String.init), among: installed)
        }
        #expect(language("bitte zahlen sie die gebühr für ihr paket") == "deu")
        #expect(language("votre colis est en attente pour des frais") == "fra")
        #expect(language("your parcel is on hold for a fee that you have to pay") == nil)
        #expect(language("bitte zahlen sie die gebühr für ihr paket", installed: ["eng", "fra"]) == nil)
        #expect(language("die") == nil)
    }

    @Test("The end of a link on a line of its own is no noise") func theEndOfALinkIsNoNoise() {
        func line(_ text: String, x: Int = 0, y: Int) -> [Transcript.Word] {
            text.split(separator: " ").enumerated().map { index, word in
                Transcript.Word(
                    text: String(word), confidence: 0.05,
                    box: Box(x: x + index * 90, y: y, width: 80, height: 10))
            }
        }
        let link = line("see https://harbor-bank", y: 100)
        func ends(_ end: [Transcript.Word], of line: [Transcript.Word]) -> Bool {
            NoiseWords.endsLink(end, of: [line, end])
        }
        #expect(ends(line(".cOm", y: 114), of: link))
        #expect(ends(line("/login", x: 4, y: 114), of: link))
        #expect(!ends(line(".cOm", y: 114), of: line("see harbor bank", y: 100)), "no link above")
        #expect(!ends(line(".cOm", x: 90, y: 114), of: link), "not where lines begin")
        #expect(!ends(line(".cOm", y: 90), of: link), "above the link")
        #expect(!ends(line(".cOm", y: 150), of: link), "far below")
        #expect(!ends(line(".sll LTE", y: 114), of: link), "two words")
        #expect(!ends(line(".:~", y: 114), of: link), "no letters")
    }

    /// What the line model makes of other letters has little confidence, and as many characters as they have strokes.
    @Test("Lines may be in another script if nothing sure is in them") func linesMayBeInAnotherScript() {
        func isDoubtful(_ text: String, _ confidences: [Double], columns: Int = 300) -> Bool {
            let words = zip(text.split(separator: " "), confidences).map { word, confidence in
                Transcript.Word(
                    text: String(word), confidence: confidence, box: Box(x: 0, y: 0, width: 9, height: 9))
            }
            return InstalledLanguages.isDoubtful(words, columns: columns)
        }
        #expect(isDoubtful("RifofRB: 3288B38d7F.", [0, 0.1]))
        #expect(!isDoubtful("RifofRB: 3288B38d7F. parcel held", [0, 0.1, 0.9, 0.9]), "half of it sure")
        #expect(isDoubtful("RifofRB: 3288B38d7F. parcel", [0, 0.1, 0.9]), "a name in it sure")
        #expect(isDoubtful("RifofRB: 3288B38d7F. 12", [0, 0.1, 0.9]), "a sure number")
        #expect(!isDoubtful("parcel hold", [0.5, 0.5]), "read somewhat")
        #expect(!isDoubtful("sss", [0]), "a drawing")
        #expect(!isDoubtful("", []), "a pattern")
    }

    @Test("Another script must be written in its letters") func anotherScriptMustBeWrittenInItsLetters() {
        #expect(InstalledLanguages.isForeign(words("请点击链接领取您的包裹", 0.9)))
        #expect(!InstalledLanguages.isForeign(words("口 Message 一 send", 0.9)))
        #expect(!InstalledLanguages.isForeign(words("Không bấm vào đường dẫn này", 0.9)))
    }
}
