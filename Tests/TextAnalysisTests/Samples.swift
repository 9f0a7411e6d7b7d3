import TextAnalysis

/// A small suffix list and look-alike table for tests.
enum Samples {
    static let suffixes = PublicSuffixList(
        list: Array(
            """
            // ===BEGIN ICANN DOMAINS===
            com
            net
            top
            info
            uk
            co.uk
            sg
            com.sg
            so
            is
            in
            ly
            me
            live
            md
            zip
            ck
            *.ck
            !www.ck
            公司.cn
            cn
            // ===BEGIN PRIVATE DOMAINS===
            github.io
            io
            *.compute.example.net
            """.utf8))

    static let confusables = Confusables(
        tsv: "# look-alikes\nа\ta\nе\te\nо\to\nр\tp\nА\tA\nВ\tB\nο\to\n".utf8)

    static let analyzer = TextAnalyzer(suffixes: suffixes, confusables: confusables)

    static func analyze(_ text: String) -> AnalyzedText { analyzer.analyze(text) }
}

/// `SplitMix64`, so that random tests can be run again.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
