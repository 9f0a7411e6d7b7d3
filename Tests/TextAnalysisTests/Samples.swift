import TestSupport
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
            id
            go.id
            gov.uk
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
        tsv:
            "# look-alikes\nᴘ\tp\nʟ\tl\nᴇ\te\nᴀ\ta\nꜱ\ts\nᴠ\tv\nɪ\ti\nᴛ\tt\nν\tv\nі\ti\nѕ\ts\nτ\tt\nа\ta\nе\te\nо\to\nр\tp\nс\tc\nу\ty\nА\tA\nВ\tB\nο\to\n"
            .utf8)

    static let analyzer = TextAnalyzer(
        suffixes: suffixes, confusables: confusables, languages: ShippedLanguages.all)

    static func analyze(_ text: String) -> AnalyzedText { analyzer.analyze(text) }

    /// The words of a text as those that rules know.
    static func known(_ vocabulary: String) -> KnownWords {
        var known = KnownWords()
        _ = analyzer.words(Array(vocabulary.utf8)[...]) { known.insert($1) }
        return known
    }
}
