import TestSupport
import Testing
import TextAnalysis

/// Words that the whole text distorts, glues together, takes apart or drowns in others.
@Suite("Words of disguised texts") struct CuttingTests {
    private static let vocabulary = """
        please visit the old harbour museum before sunday evening and bring your yellow umbrella with you because rain is coming \
        meet at north gate
        """

    private static let known = Samples.known(vocabulary)

    private func read(_ text: String) -> AnalyzedText { Samples.analyze(text).reading(Self.known) }

    @Test(
        "Reads",
        arguments: [
            // repeated letters, in one word and as a habit
            ("so pleeease visssit", "so please visit"),
            ("pleeasee viisiit thee muuseeuum beefooree suundaay", "please visit the museum before sunday"),
            ("plleassse visitt tthe mmuseum bbefforre ssunddayy", "please visit the museum before sunday"),
            // letters that change places, and vowels left out
            (
                "pelase vsiit teh hrabour musuem befroe sudnay",
                "please visit teh harbour museum before sunday"
            ),
            (
                "pls vst hrbr, plse vst hrbr bfre sndy evnng",
                "pls visit harbour please visit harbour before sunday evening"
            ),
            // no blanks
            ("PleaseVisitTheOldHarbourMuseum", "please visit the old harbour museum"),
            ("pleasevisittheoldharbourmuseum", "please visit the old harbour museum"),
            ("bringyour2yellowumbrellas", "bring your 2 yellow umbrella s"),
            (
                "bringyouryellowumbrellawithyou. meetatthenorthgatebeforesunday, visitmuseum",
                "bring your yellow umbrella with you meet at the north gate before sunday visit museum"
            ),
            // spelled out
            ("p l e a s e v i s i t t h e m u s e u m", "please visit the museum"),
            ("p l e a s e v i s i t h e r m u s e u m", "please visit her museum"),
            ("p.l.e.a.s.e v.i.s.i.t m.y m.u.s.e.u.m z.o.o", "please visit my museum zoo"),
            ("p  l  e  a  s  e", "please"),
            // broken everywhere
            (
                "p lease vis it th e h arbour mu seum be fore sun day",
                "please visit the harbour museum before sunday"
            ),
            // letters
            ("ᴘʟᴇᴀꜱᴇ ᴠɪꜱɪᴛ", "please visit"), ("ᵖˡᵉᵃˢᵉ", "please"), ("⒫⒧⒠⒜⒮⒠", "please"),
            ("p\u{315}\u{323}l\u{34D}e\u{361}ase", "please"), ("ṿịṣịṭ", "visit"),
            ("рlеаѕе νіѕіτ", "please visit"),
            ("🇷\u{200B}🇦\u{200B}🇮\u{200B}🇳", "rain"), ("please\u{3164}visit\u{2800}the", "please visit the"),
        ])
    func reads(_ disguised: String, _ plain: String) {
        #expect(read(disguised).tokens.map(\.key) == Samples.analyzer.words(plain))
    }

    @Test(
        "Leaves alone",
        arguments: [
            "Sooner or later, coffee or tea", "The loose bee meets the moose", "McDonaldsUK and eBayPlus",
            "Donaudampfschifffahrtsgesellschaftskapitän", "9400111899223197428490", "dGhpc2lzYmFzZTY0bm9pc2U",
            "A. B. Smith", "x y z", "🇺🇸🇬🇧🇫🇷", "HMS BBC GmbH", "thx, pls", "na na na na na na na hey",
            "the cat and the dog and the bird and the fish", "a/b/c", "to day", "with in",
        ])
    func leavesAlone(_ text: String) {
        #expect(read(text).tokens == Samples.analyze(text).tokens)
    }

    @Test("Skips fillers", arguments: [["zebra"], ["zebra", "kiwi", "igloo"]], [1, 2])
    func skipsFillers(_ fillers: [String], _ every: Int) {
        let words = Self.vocabulary.split(separator: " ").map(String.init)
        var text = ""
        for (index, word) in words.enumerated() {
            text += word + " "
            if index % every == every - 1 { text += fillers[index / every % fillers.count] + " " }
        }
        #expect(read(text).tokens.map(\.key) == Samples.analyzer.words(Self.vocabulary))
    }

    @Test("Takes single words with stops for a sentence") func takesSingleWordsForASentence() {
        let stops = Samples.analyze(
            "Please. visit. the. old. harbour. museum. soon. We close at five. Bye now.")
        #expect(stops.tokens.map(\.sentence) == [0, 0, 0, 0, 0, 0, 0, 7, 7, 7, 7, 8, 8])
        let few = Samples.analyze("Yes. No. Maybe. See you at noon.")
        #expect(few.tokens.map(\.sentence) == [0, 1, 2, 3, 3, 3, 3])
    }

    @Test("Grows little", arguments: ["ﷺ", "㍿", "㌖", "ﷻ", "⑽", "🈁"])
    func growsLittle(_ sign: String) {
        let normal = Samples.analyzer.normalForm(String(repeating: sign, count: 1000))
        #expect(normal.unicodeScalars.count <= 4000)
    }
}
