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
            String(repeating: "a", count: 100_000), String(repeating: "1", count: 100_000),
            String(repeating: "\u{301}", count: 30_000), String(repeating: "a\u{301}", count: 30_000),
            String(repeating: "a.", count: 10_000), String(repeating: "a-", count: 10_000),
            String(repeating: "https://", count: 3000), String(repeating: "1 ", count: 10_000),
            String(repeating: "x@x.", count: 5000), String(repeating: "usps.top/\n", count: 2000),
            String(repeating: "👩‍👩‍👧", count: 3000), String(repeating: "שלום ", count: 4000),
            String(repeating: "\n", count: 20_000), String(repeating: ".", count: 20_000), "\u{FFFD}\u{FFFD}",
            "\u{0}",
            "\u{301}", "\u{20E3}", "\u{200D}", "\r", "\r\n", "\u{1160}", "ﷺ", "½", "㍿", "e\u{301}\u{302}",
        ])
    func survivesMonotony(_ text: String) {
        check(text)
    }
}
