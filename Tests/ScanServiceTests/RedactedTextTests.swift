import TestSupport
import Testing
import TextAnalysis

@testable import ScanService

@Suite("Redacted texts")
struct RedactedTextTests {
    private func redacted(_ text: String) -> String {
        let analyzer = TextAnalyzer(
            suffixes: PublicSuffixList(list: Array("// ===BEGIN ICANN DOMAINS===\ncom\nly\ntop\nde\n".utf8)),
            confusables: Confusables(tsv: "".utf8),
            languages: ShippedLanguages.all)
        return RedactedText(analyzer.analyze(text)).text
    }

    @Test(
        "What names, identifies or gives access doesn't stay",
        arguments: [
            ("Your code is 481920.", "481920"), ("Use G-482913 to sign in", "482913"),
            ("call +1 (202) 555-0143 now", "555"), ("write to jane.doe@example.com today", "jane"),
            ("pay $1.99 or 2,500 EUR", "500"), ("card 4111 1111 1111 1111 exp 04/29", "1111"),
            ("IBAN DE89 3704 0044 0532 0130 00", "3704"), ("see https://bit.ly/3xYz?u=jane#top", "3xYz"),
            ("see https://bit.ly/3xYz?u=jane#top", "jane"), ("jane:secret@evil.top/a", "secret"),
            ("my handle is @jane_doe", "jane"),
            ("to bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq please", "qar0"),
            ("验证码123456请勿泄露", "123456"), ("كود التحقق ٤٨١٩٢٠", "٤٨١٩٢٠"), ("code 48 19 20", "19"),
            ("at evil.\ntop/private/path", "private"), ("1", "1"), ("a@b@c", "a@b"), ("x/y/z", "y"),
        ])
    func hides(text: String, secret: String) {
        #expect(!redacted(text).contains(secret), "\(redacted(text))")
    }

    @Test(
        "The rest stays as it is",
        arguments: [
            "", " ", "Mum, my phone broke.\nCan you pay a bill for me?",
            "Ünïcode — “quotes” 💸\r\n\tand blanks ",
        ])
    func keeps(text: String) {
        #expect(redacted(text) == text)
    }

    @Test("A link leaves the domain that somebody registered")
    func links() {
        #expect(redacted("Go to https://track.usps-help.top/x/y now") == "Go to [link: usps-help.top] now")
    }
}
