import TestSupport
import Testing
import TextAnalysis

@Suite("Robustness") struct RobustnessTests {
    /// Ranges are ordered, inside the text, and hold what they say.
    private func check(_ text: String) {
        let analyzed = Samples.analyze(text)
        var end = 0
        var sentence = 0
        for token in analyzed.tokens {
            #expect(token.range.lowerBound >= end || token.range.upperBound > end)
            #expect(!token.range.isEmpty && token.range.upperBound <= analyzed.text.utf8.count)
            #expect(token.sentence >= sentence)
            end = max(end, token.range.lowerBound)
            sentence = token.sentence
            #expect(!analyzed.quote(token.range).contains("\u{FFFD}") || analyzed.text.contains("\u{FFFD}"))
        }
        #expect(analyzed.entities.count == analyzed.tokens.count { $0.kind != nil })
    }

    @Test("Survives random scalars", arguments: 0..<40)
    func survivesRandomScalars(_ seed: Int) {
        var random = SeededGenerator(state: UInt64(seed))
        var text = String.UnicodeScalarView()
        for _ in 0..<2000 {
            let limit: UInt32 =
                [0x80, 0x800, 0x3000, 0x10000, 0x110000].randomElement(using: &random) ?? 0x80
            if let scalar = Unicode.Scalar(UInt32.random(in: 0..<limit, using: &random)) {
                text.append(scalar)
            }
        }
        check(String(text))
    }

    /// Pieces of entities in every order reach the recognisers' corners.
    @Test("Survives random pieces", arguments: 0..<60)
    func survivesRandomPieces(_ seed: Int) {
        let pieces = [
            "http", "hxxp", "s", "://", ":", "/", ".", "[.]", "(dot)", "(", ")", "[", "]", "{", "usps", "com",
            "top", "@",
            "-", "_", "?", "=", "&", "\n", " ", "\r\n", "1", "23", "4567", "+", "$", "€", "USD", "k",
            "million", "hours",
            "business", "days", "a", "G-", "*", "\u{301}", "\u{200B}", "中", "é", "%", ",", "'", "0x", "bc1",
            "👍", "。", "!",
        ]
        var random = SeededGenerator(state: UInt64(seed) &+ 1000)
        var text = ""
        for _ in 0..<800 { text += pieces.randomElement(using: &random) ?? "" }
        check(text)
    }

    @Test(
        "Survives monotony",
        arguments: [
            ("a", 100_000), ("1", 100_000),
            ("\u{301}", 30_000), ("a\u{301}", 30_000),
            ("a.", 10_000), ("a-", 10_000),
            ("https://", 3000), ("1 ", 10_000),
            ("x@x.", 5000), ("usps.top/\n", 2000),
            ("👩‍👩‍👧", 3000), ("שלום ", 4000),
            ("\n", 20_000), (".", 20_000), ("\u{FFFD}\u{FFFD}", 1),
            ("\u{0}", 1),
            ("\u{301}", 1), ("\u{20E3}", 1), ("\u{200D}", 1), ("\r", 1), ("\r\n", 1), ("\u{1160}", 1),
            ("ﷺ", 1), ("½", 1), ("㍿", 1), ("e\u{301}\u{302}", 1),
        ] as [(String, Int)])
    func survivesMonotony(_ unit: String, _ count: Int) {
        check(String(repeating: unit, count: count))
    }
}
