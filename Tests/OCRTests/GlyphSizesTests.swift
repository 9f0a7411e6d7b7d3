import Testing
import TextAnalysis

@testable import OCR

/// Words as boxes: small letters 10 pixels high, tall ones 14, 2 apart.
@Suite("Glyph sizes") struct GlyphSizesTests {
    private typealias Glyph = GlyphSizes.Glyph

    private static func glyphs(_ word: String, sizes: [Int: (Int, Int)] = [:], gaps: [Int: Int] = [:])
        -> [Glyph]
    {
        var left = 0
        return word.enumerated().map { index, character in
            left += gaps[index] ?? 2
            let usual = "acemnorsuvwxz".contains(character) ? (9, 10) : (9, 14)
            let (width, height) = sizes[index] ?? usual
            defer { left += width }
            return Glyph(
                character: character,
                box: Bounds(left: left, top: 20 - height, right: left + width, bottom: 20))
        }
    }

    private func corrected(_ word: [Glyph], isLink: Bool = false) -> String? {
        GlyphSizes(line: [Self.glyphs("the account"), word])?.corrected(word, isLink: isLink)
    }

    @Test("A zero as high as small letters is an o") func aZeroAsHighAsSmallLettersIsAnO() {
        #expect(corrected(Self.glyphs("l0an", sizes: [1: (9, 10)])) == "loan")
        #expect(corrected(Self.glyphs("lOan", sizes: [1: (9, 10)])) == "loan")
        #expect(corrected(Self.glyphs("l0an", sizes: [1: (9, 14)])) == "l0an")
    }

    @Test("Cents may be small") func centsMayBeSmall() {
        #expect(corrected(Self.glyphs("$12.00", sizes: [4: (7, 10), 5: (7, 10)])) == "$12.00")
    }

    @Test("A narrow capital o among small letters is a zero") func aNarrowCapitalOAmongSmallLettersIsAZero() {
        #expect(corrected(Self.glyphs("lOan", sizes: [1: (9, 14)])) == "l0an")
        #expect(corrected(Self.glyphs("BONUS", sizes: [1: (9, 14)])) == "BONUS")
        #expect(corrected(Self.glyphs("Our", sizes: [0: (9, 14)])) == "Our")
        #expect(corrected(Self.glyphs("lOan", sizes: [1: (13, 14)])) == "lOan")
    }

    @Test("Links are looked at more closely") func linksAreLookedAtMoreClosely() {
        #expect(corrected(Self.glyphs("x.co/P0C", sizes: [6: (13, 14)]), isLink: true) == "x.co/POC")
        #expect(
            corrected(Self.glyphs("x.co/P0C", sizes: [6: (13, 14)], gaps: [7: 0]), isLink: true)
                == "x.co/P0C",
            "its box may hold a part of the neighbour")
        #expect(corrected(Self.glyphs("x.co/POC", sizes: [6: (9, 14)]), isLink: true) == "x.co/P0C")
        #expect(corrected(Self.glyphs("evri.mai1", sizes: [8: (3, 14)]), isLink: true) == "evri.mail")
        #expect(corrected(Self.glyphs("a.co/1", sizes: [5: (6, 14)]), isLink: true) == "a.co/1")
    }

    @Test("A wide gap between letters is a space") func aWideGapBetweenLettersIsASpace() throws {
        let word = Self.glyphs("lam", gaps: [1: 6])
        let sizes = try #require(GlyphSizes(line: [Self.glyphs("account"), word]))
        #expect(sizes.missedSpace(in: word) == 1)
        #expect(sizes.missedSpace(in: Self.glyphs("lam")) == nil)
        #expect(sizes.missedSpace(in: Self.glyphs("a11", gaps: [2: 6])) == nil, "digits have wide boxes")
    }

    private func spelled(_ text: String, _ glyphs: [Glyph]) -> [Transcript.Word] {
        let word = Transcript.Word(
            text: text, confidence: 0.9, box: Box(x: 0, y: 0, width: glyphs.last?.box.right ?? 1, height: 20))
        return TesseractEngine.spelled(
            TesseractEngine.ReadWord(word: word, glyphs: glyphs),
            GlyphSizes(line: [Self.glyphs("the account"), glyphs]))
    }

    @Test("What was seen is kept beside what was made of it") func whatWasSeenIsKeptBesideWhatWasMadeOfIt() {
        let link = spelled("evri.mai1", Self.glyphs("evri.mai1", sizes: [8: (3, 14)]))
        #expect(link.map(\.text) == ["evri.mail"] && link.map(\.seen) == ["evri.mai1"])
        let untouched = spelled("evri.mail", Self.glyphs("evri.mail", sizes: [8: (3, 14)]))
        #expect(untouched.map(\.text) == ["evri.mail"] && untouched.map(\.seen) == [nil])
        let parted = spelled("lam", Self.glyphs("lam", gaps: [1: 6]))
        #expect(parted.map(\.text) == ["I", "am"] && parted.map(\.seen) == ["l", nil])
        let bar = spelled("|", [])
        #expect(bar.map(\.text) == ["I"] && bar.map(\.seen) == ["|"])
    }

    @Test("Without letters to compare with nothing is said") func withoutLettersToCompareWithNothingIsSaid() {
        #expect(GlyphSizes(line: [Self.glyphs("0")]) == nil)
        #expect(GlyphSizes(line: []) == nil)
        // All of one height, as where boxes can't be trusted.
        #expect(GlyphSizes(line: [Self.glyphs("abc", sizes: [0: (9, 14), 1: (9, 14), 2: (9, 14)])]) != nil)
        #expect(
            GlyphSizes(line: [
                Self.glyphs("acebdh", sizes: [0: (9, 14), 1: (9, 14), 2: (9, 14)])
            ]) == nil)
    }
}
