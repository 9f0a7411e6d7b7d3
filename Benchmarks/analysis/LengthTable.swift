import ScamDetection
import TextAnalysis

/// A table of the time by length, for texts that each strain one part of the analysis.
enum LengthTable {
    private static let sizes = [1_000, 2_000, 5_000, 10_000, 20_000]
    private static let runs = 5

    private static let kinds: [(name: String, unit: String)] = [
        (
            "prose",
            "Hi, your parcel could not be delivered today because the address is incomplete. Please update "
                + "your details and pay the small fee of $1.99 within 24 hours or it will be returned. "
        ),
        ("one sentence", "please send the code to the bank now and pay your fee or we will call you "),
        ("links", "https://secure-usps-redelivery.top/track/a?id=1 "),
        ("bare domains", "paypal-login.pages.dev "),
        ("one host", "a.b-c."), ("one path", "/usps/paypal.com"), ("digits", "7"),
        ("groups of digits", "123 "),
        ("telephone numbers", "+1 (415) 555-0100 "), ("amounts", "$1,234.50 "), ("zero-width", "\u{200B}"),
        ("letters and zero-width", "a\u{200B}"), ("marks", "e\u{301}\u{302}"), ("stacked marks", "\u{301}"),
        ("brackets", "<[{("), ("dots", "."), ("disguised dots", "a[.]"), ("spaced dots", "a . "),
        ("dots in words", "a dot "), ("spaced labels", "usps , com "), ("broken labels", "http://ab\n"),
        ("handles", "@ab "), ("line breaks", "\n"),
        ("broken links", "http://a-\nb-\n"), ("schemes", "http:"), ("at signs", "a@b."), ("hyphens", "a-"),
        ("one word", "a"), ("one long name", "usps"), ("spaced letters", "p a y "),
        ("Cyrillic look-alikes", "раураl "),
        ("Chinese", "您的包裹无法投递请点击链接"), ("emoji", "👍🏽👩‍👩‍👧 "), ("letters with a stop", "a."),
        ("signs for phrases", "ﷺ"), ("overrides", "\u{202E}a\u{2067}b"), ("references", "&#118;"),
        ("tags", "a<b>"),
        ("turned letters", "ɐq ɐpǝ "), ("glued words", "pleasesendthecodetothebank"),
        ("spelled out", "v e r i f y "),
        ("doubled letters", "pleeasee seend thee coodee "), ("one-word sentences", "pay. "),
        ("apostrophes", "'"), ("organisations", "paypal amazon bank of america usps "),
    ]

    static func print(_ detector: ScamDetector) {
        Swift.print("\nMicroseconds by length, the least of \(runs) runs")
        Swift.print(
            "".heading + sizes.map { "\($0 / 1_000) kB".column }.joined() + "a kB".column + "20:10".column)
        for kind in kinds {
            let times = sizes.map { size in
                let text = String(repeating: kind.unit, count: max(1, size / kind.unit.utf8.count))
                return (0..<runs).map { _ in
                    let watch = Stopwatch.thread
                    _ = detector.verdict(on: detector.analyze(text))
                    return watch.elapsed
                }.min() ?? 0
            }
            let last = times[times.count - 1]
            Swift.print(
                kind.name.heading + times.map(\.column).joined() + (last / 20).column
                    + (last / max(0.1, times[times.count - 2])).column)
        }
    }
}
