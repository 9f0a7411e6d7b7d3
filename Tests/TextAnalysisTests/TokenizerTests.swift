import Testing
import TextAnalysis

@Suite("Tokenizer") struct TokenizerTests {
    /// The raw text of each token.
    private func pieces(_ text: String) -> [String] {
        let analyzed = Samples.analyze(text)
        return analyzed.tokens.map { analyzed.quote($0.range) }
    }

    @Test(
        "Cuts words",
        arguments: [
            ("Don't pay, it’s a one-time fee!", ["Don't", "pay", "it’s", "a", "one", "time", "fee"]),
            ("'quoted' rock'n'roll users'", ["quoted", "rock'n'roll", "users"]),
            ("naïve café – déjà-vu", ["naïve", "café", "déjà", "vu"]),
            ("dell'ordine quest’anno", ["dell", "ordine", "quest", "anno"]),
            ("你好 OK", ["你", "好", "OK"]),
            ("ราคา", ["ร", "า", "ค", "า"]),
            ("ขี้", ["ขี้"]),
            ("안녕 하세요", ["안녕", "하세요"]),
            ("מזל טוב", ["מזל", "טוב"]),
            ("pay\u{200B}ment now", ["pay\u{200B}ment", "now"]),
            ("👩‍👩‍👧 hi 🎉", ["hi"]),
            ("", []), (" \n\t ", []), ("\u{301}\u{301}", []), ("...!?", []),
            ("ｆｕｌｌ　ｗｉｄｅ", ["ｆｕｌｌ", "ｗｉｄｅ"]),
            ("2fa and/or 3D", ["2fa", "and", "or", "3D"]),
        ] as [(String, [String])])
    func cutsWords(_ text: String, _ expected: [String]) {
        #expect(pieces(text) == expected)
    }

    @Test(
        "Folds to one word",
        arguments: [
            ("don't", "DON’T"), ("payment", "ｐａｙｍｅｎｔ"), ("fine", "ﬁne"), ("paypal", "pаypаl"),
            ("hello", "𝓱𝓮𝓵𝓵𝓸"), ("verify", "ver\u{200D}i\u{FE0F}fy"), ("café", "cafe\u{301}"),
            ("code", "Cοde"),
            ("Bank", "Вank"), ("pay", "p\u{336}a\u{336}y\u{336}"), ("soft", "so\u{AD}ft"),
            ("1", "1\u{FE0F}\u{20E3}"),
            ("i̇stanbul", "İstanbul"),
        ])
    func foldsToOneWord(_ plain: String, _ disguised: String) {
        let words = Samples.analyze(disguised).tokens.map(\.key)
        #expect(words == Samples.analyzer.words(plain))
        #expect(words.count == 1)
    }

    @Test(
        "Keeps different words apart",
        arguments: [("cafe", "cafés"), ("а", "a"), ("река", "peka"), ("its", "it's")])
    func keepsDifferentWordsApart(_ one: String, _ other: String) {
        #expect(Samples.analyzer.words(one) != Samples.analyzer.words(other))
    }

    @Test(
        "Counts sentences",
        arguments: [
            ("One. Two! Three? Four… five", [0, 1, 2, 3, 4]),
            ("wrapped\nline", [0, 0]),
            ("a paragraph\n \nand another", [0, 0, 1, 1]),
            ("a\r\nb\r\n\r\nc", [0, 0, 1]),
            ("He said \"no.\" Then left", [0, 0, 0, 1, 1]),
            ("Dear Mr. Smith and U.S. Post", [0, 0, 0, 0, 0, 0, 0]),
            ("v1.2 and 3.5", [0, 0, 0, 0, 0]),
            ("您好！请付款。谢谢", [0, 0, 1, 1, 1, 2, 2]),
            ("जल्दी करें। धन्यवाद", [0, 0, 1]),
            ("... start", [0]),
        ] as [(String, [Int])])
    func countsSentences(_ text: String, _ expected: [Int]) {
        #expect(Samples.analyze(text).tokens.map(\.sentence) == expected)
    }

    @Test("Ranges lie in the raw bytes") func rangesLieInTheRawBytes() throws {
        let text = "é ﬁve “x”"
        let analyzed = Samples.analyze(text)
        #expect(analyzed.tokens.map(\.range) == [0..<2, 3..<8, 12..<13])
    }

    @Test("An entity is one token") func anEntityIsOneToken() {
        let analyzed = Samples.analyze("Pay $4.35 at usps-help.top/x within 24 hours")
        #expect(analyzed.tokens.map(\.kind) == [nil, .money, nil, .url, nil, .duration])
    }
}
