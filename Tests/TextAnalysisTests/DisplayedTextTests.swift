import TestSupport
import Testing
import TextAnalysis

/// Texts are judged as screens show them.
@Suite("Displayed text") struct DisplayedTextTests {
    /// The displayed text without the marks of hidden words.
    private func displayed(_ text: String) -> String {
        String(
            String.UnicodeScalarView(Samples.analyze(text).text.unicodeScalars.filter { $0 != "\u{2060}" }))
    }

    @Test(
        "Resolves",
        arguments: [
            // character references
            ("&#99;opy &#x74;&#X68;e &#107&#101y", "copy the key"),
            ("Tom &amp; Jerry &lt;3 caf&eacute;s &uuml;ber &Ntilde;u", "Tom & Jerry <3 cafés über Ñu"),
            ("&copy;fr &bscr;&ofr;&xopf;", "©fr box"), ("&amp;#107;ey", "key"),
            // tags and comments
            ("wa<b></b>ter", "water"), ("wa<i>te</i>r", "water"), ("wa<!-- a < b -->ter", "water"),
            ("wa<x-y>ter", "water"), ("one<br/>two<p>three</p>", "one\ntwo\nthree\n"),
            ("<span style=\"color: red\">red</span> hat", "red hat"),
            ("Look <a href=\"https://lake.example/boats\">here</a>", "Look  https://lake.example/boats here"),
            // directions
            ("\u{202E}yadnuS no ekal\u{202C}", "lake on Sunday"),
            ("\u{202E}yadnuS no ekal", "lake on Sunday"),
            ("on \u{202E}yadnuS\u{202C}\u{200E} at \u{202E}noon\u{202C}", "on Sunday\u{200E} at noon"),
            ("\u{202E}ekal\u{202C} \u{202E}eht\u{202C}", "the lake"),
            ("\u{202D}\u{202E}\u{202E}ekal\u{202C}\u{202C}\u{202C}", "lake"),
            ("\u{2067}\u{2066}lake\u{2069} \u{2066}the\u{2069}\u{2069}", "the lake"),
            ("\u{2067}\u{202E}ekal\u{202C}\u{2069}", "lake"),
            ("\u{202E}ab\u{301}c", "cb\u{301}a"),
            ("one\r\n\u{202E}owt\nthree", "one\r\ntwo\nthree"),
            ("\u{202E}the sea and lake שלום עולם\u{202C}", "שלום עולם ekal dna aes eht"),
            // letters on their heads
            ("ʎon ɐup ʇɥǝ", "you and the"), ("ǝɥʇ puɐ noʎ", "you and the"),
            ("noʎ ɹoɟ sᴉ ʇᴉ", "it is for you"),
        ])
    func resolves(_ raw: String, _ shown: String) {
        #expect(displayed(raw) == shown)
    }

    @Test(
        "Leaves alone",
        arguments: [
            "I <3 you & me; a<b, c>d", "Dear <name>, <your code>", "fish &chips; &#xD800; &#; &",
            "<!-- open",
            "<ann@lake.example> wrote", "https://lake.example/?a=1&copy=2&reg=3",
            "שלום \u{2067}abc\u{2069} עולם", "\u{200F}Hello there.", "مرحبا \u{202E}שלום\u{202C} بكم",
            "/ˈkʌlə/ or /ɹʌn/", "və ən", "<b",
        ])
    func leavesAlone(_ text: String) {
        #expect(displayed(text) == text)
    }

    @Test(
        "Marks words that were hidden",
        arguments: ["wa<b></b>ter", "w&#97;t&#101;r", "\u{202E}retaw\u{202C}", "ɹǝʇɐʍ"])
    func marksHiddenWords(_ text: String) {
        let tokens = Samples.analyze(text).tokens
        #expect(tokens.map(\.disguise) == [.hidden])
        #expect(tokens.map(\.key) == Samples.analyzer.words("water"))
    }

    @Test("Letters on a line each are read from top to bottom") func letterLines() {
        let text = "pay the fee at a.top/x today"
        let lines = text.map(String.init).joined(separator: "\n")
        #expect(displayed(lines) == text)
        let list = (1...20).map { "\($0) eggs" }.joined(separator: "\n")
        #expect(displayed(list) == list)
    }

    @Test("Brackets around a word's first letter hide nothing") func brackets() {
        func words(_ text: String) -> [WordKey] { Samples.analyze(text).tokens.map(\.key) }
        #expect(words("[p]ay (t)he {f}ee") == words("pay the fee"))
        #expect(words("item(s) f(x) (a) b") != words("items fx a b"))
    }

    @Test("Places lie in the displayed text") func placesLieInTheDisplayedText() {
        let text = Samples.analyze("\u{202E}moc.elpmaxe.ekal//:sptth\u{202C} &#119;e met")
        #expect(text.entities.map(\.link?.host) == ["lake.example.com"])
        #expect(text.quote(text.tokens[0].range).hasPrefix("h"))
        #expect(text.quote(text.tokens[2].range) == "m\u{2060}et")
        for token in text.tokens { #expect(token.range.upperBound <= text.text.utf8.count) }
    }

    @Test("Survives random pieces", arguments: 0..<60)
    func survivesRandomPieces(_ seed: Int) {
        let pieces = [
            "\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}", "\u{202E}", "\u{2066}", "\u{2067}", "\u{2068}",
            "\u{2069}",
            "\u{200F}", "a", "bc ", "ש", "م", "\u{301}", "1", ".", "\n", "\r\n", "&#x202E;", "&#", "&amp;",
            "<b>", "<", ">",
            "<!--", "-->", "ǝ", "ɐ", "ʇ", " ", "&lt;", "中", "👍", "\u{1F1E6}", "\u{3164}",
        ]
        var random = SeededGenerator(state: UInt64(seed) &+ 7000)
        var text = ""
        for _ in 0..<700 { text += pieces.randomElement(using: &random) ?? "" }
        let analyzed = Samples.analyze(text)
        #expect(
            analyzed.tokens.allSatisfy {
                $0.range.upperBound <= analyzed.text.utf8.count && !$0.range.isEmpty
            })
        #expect(analyzed.tokens.allSatisfy { !analyzed.quote($0.range).contains("\u{FFFD}") })
    }

    @Test(
        "Survives monotony",
        arguments: [
            "\u{202E}", "\u{2067}", "\u{202E}a\u{2067}b", "<", "<a ", "<!--", "&", "&#x", "ɐ", "ɐq ",
            "\u{202E}a\u{202C}",
        ])
    func survivesMonotony(_ unit: String) {
        let analyzed = Samples.analyze(String(repeating: unit, count: 10_000))
        #expect(analyzed.tokens.count <= 10_000 * unit.unicodeScalars.count)
    }
}
