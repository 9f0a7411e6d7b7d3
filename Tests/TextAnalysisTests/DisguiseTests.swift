import TestSupport
import Testing
import TextAnalysis

@Suite("Disguised words")
struct DisguiseTests {
    private static let vocabulary =
        """
        verify your account payment password click send details login invoice modern confirm deliver delivery
        return warning close order paypal usps to win now copy free a and the be you if
        """

    private static let known = Samples.known(vocabulary)

    private func read(_ text: String) -> AnalyzedText { Samples.analyze(text).reading(Self.known) }

    @Test(
        "Reads",
        arguments: [
            ("ver\u{200B}ify", "verify", .hidden), ("verif\u{AD}y", "verify", .hidden),
            ("pay\u{2060}ment", "payment", .hidden), ("ac\u{FE0F}count", "account", .hidden),
            ("v3rify", "verify", .lookalike), ("p4yp4l", "paypal", .lookalike),
            ("pa$$word", "password", .lookalike),
            ("p@yment", "payment", .lookalike), ("@ccount", "account", .lookalike),
            ("$end", "send", .lookalike),
            ("cl!ck", "click", .lookalike), ("vеrify", "verify", .lookalike), ("сору", "copy", .lookalike),
            ("acc0unt", "account", .misread), ("c1ick", "click", .misread), ("t0", "to", .misread),
            ("cIick", "click", .misread), ("Iogin", "login", .misread), ("lnvoice", "invoice", .misread),
            ("payrnent", "payment", .misread), ("retum", "return", .misread),
            ("vvarning", "warning", .misread),
            ("orcler", "order", .misread), ("cletails", "details", .misread), ("lf", "if", .misread),
            ("P a y P a l", "paypal", .spelledOut), ("p-a-y-p-a-l", "paypal", .spelledOut),
            ("U.S.P.S", "usps", .spelledOut), ("c.l.i.c.k", "click", .spelledOut),
            ("c_l_1_c_k", "click", .spelledOut),
            ("n o w", "now", .spelledOut), ("c l i\nc k", "click", .spelledOut),
            ("ver ify", "verify", .split), ("deliv-\nery", "delivery", .split),
            ("deliv\nery", "delivery", .split),
            ("pay.ment", "payment", .split), ("ac_cou_nt", "account", .split),
            ("pay💰ment", "payment", .split),
        ] as [(String, String, Token.Disguise)])
    func reads(_ disguised: String, _ word: String, _ disguise: Token.Disguise) throws {
        let text = read("the \(disguised) and")
        try #require(text.tokens.count == 3)
        #expect(text.tokens.map(\.key) == Samples.analyzer.words("the \(word) and"))
        #expect(text.tokens.map(\.disguise) == [nil, disguise, nil])
        #expect(text.text == "the \(disguised) and")
        // A sign at the edge stays outside.
        let core = disguised.drop { $0 == "@" || $0 == "$" }
        #expect(
            text.quote(text.tokens[1].range)
                == (core.count == disguised.count || disguise != .lookalike ? disguised : String(core)))
    }

    @Test("Reads words that follow each other") func readsWordsThatFollowEachOther() {
        let text = read("v e r i f y y o u r U S P S p.a.y.p.a.l")
        #expect(text.tokens.map(\.key) == Samples.analyzer.words("verify your usps paypal"))
    }

    @Test(
        "Leaves alone",
        arguments: [
            "Room b2, the 3rd at 3pm", "5am and 1am", "4now", "l'm the one, don't", "the mp3 and the 4x4",
            "a b c d e f g", "J. R. R. Tolkien",
            "the U.S. and the E.U.",
            "Привет, как дела? Сору в глаз", "verify-account", "be you, if", "burn the comer",
            "the dose of dock",
            "Illinois and Iowa", "llama", "łódź ıstanbul µm", "a\u{301}b", "now 100 to 1", "i n",
            "your, account",
        ])
    func leavesAlone(_ text: String) {
        let plain = Samples.analyze(text)
        #expect(read(text).tokens == plain.tokens)
        #expect(!plain.tokens.contains { $0.isDisguised })
    }

    /// Joiners are letters' own business in other scripts, and emoji need them too.
    @Test(
        "Knows useful invisibles",
        arguments: [
            "می\u{200C}خواهم", "👩\u{200D}👩\u{200D}👧 hi", "\u{202A}+1 415 555 0100\u{202C}", "क्\u{200D}ष",
            "ok \u{200B} ok",
        ])
    func knowsUsefulInvisibles(_ text: String) {
        #expect(!read(text).tokens.contains { $0.isDisguised })
    }

    @Test("Marks mixed scripts that mean no known word") func marksMixedScriptsThatMeanNoKnownWord() {
        #expect(Samples.analyze("zаzа").tokens.map(\.disguise) == [.lookalike])
    }

    private func check(_ text: String) {
        let plain = Samples.analyze(text)
        let result = plain.reading(Self.known)
        var end = 0
        for token in result.tokens {
            #expect(token.range.lowerBound >= end || token.range.upperBound > end)
            #expect(!token.range.isEmpty && token.range.upperBound <= plain.text.utf8.count)
            end = max(end, token.range.lowerBound)
        }
        #expect(result.entities == plain.entities)
        #expect(result.tokens.count { $0.kind != nil } == plain.tokens.count { $0.kind != nil })
    }

    @Test("Survives random pieces", arguments: 0..<80)
    func survivesRandomPieces(_ seed: Int) {
        let pieces = [
            "p", "a", "y", "pal", "ver", "ify", "acc", "ount", " ", " ", "-", "\n", ".", "_", "0", "1", "$",
            "@", "!",
            "\u{200B}", "а", "е", "rn", "vv", "cl", "I", "l", "€", "\u{301}", "中", "click", "now", "💰",
            "\u{FE0F}",
        ]
        var random = SeededGenerator(state: UInt64(seed) &+ 400)
        var text = ""
        for _ in 0..<600 { text += pieces.randomElement(using: &random) ?? "" }
        check(text)
    }

    @Test(
        "Survives monotony",
        arguments: [
            ("a ", 20_000), ("n o w ", 5000),
            ("ver ", 5000), ("$", 20_000),
            ("p@", 10_000), ("0", 20_000),
            ("rn", 20_000), ("\u{200B}", 20_000),
            ("x\u{200B}", 10_000), ("а", 20_000), ("", 1), ("$", 1),
            ("@", 1),
            ("!", 1),
        ] as [(String, Int)])
    func survivesMonotony(_ unit: String, _ count: Int) {
        check(String(repeating: unit, count: count))
    }
}
