import Testing
import TextAnalysis

@Suite("Entity") struct EntityTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var text: String
        var kind: EntityKind
        var raw: String
        var plain: String
        var testDescription: String { text }

        init(_ text: String, _ kind: EntityKind, _ raw: String, _ plain: String? = nil) {
            self.text = text
            self.kind = kind
            self.raw = raw
            self.plain = plain ?? raw
        }
    }

    @Test(
        "Finds",
        arguments: [
            Case("a fee of $4.35.", .money, "$4.35"),
            Case("Rs. 5,000 only", .money, "Rs. 5,000"),
            Case("rs500", .money, "rs500"),
            Case("INR 500/-", .money, "INR 500"),
            Case("₹1,20,000 won", .money, "₹1,20,000"),
            Case("50 €", .money, "50 €"), Case("10 000€", .money, "10 000€"),
            Case("only 20 USD now", .money, "20 USD"),
            Case("S$30", .money, "S$30"), Case("HK$ 1'000", .money, "HK$ 1'000"),
            Case("a$5k", .money, "a$5k"),
            Case("¥300", .money, "¥300"), Case("￥300", .money, "￥300", "¥300"),
            Case("NGN 40000", .money, "NGN 40000"),
            Case("won 2 million dollars", .money, "2 million dollars"),
            Case("£1.5m prize", .money, "£1.5m"),
            Case("three hundred: 300 pounds", .money, "300 pounds"),
            Case("0.05 BTC", .money, "0.05 BTC"),
            Case("$4.35 USD", .money, "$4.35 USD"),
            Case("your code is 481920.", .code, "481920"),
            Case("code: 481-920", .code, "481-920", "481920"),
            Case("code 481 920 ok", .code, "481 920", "481920"),
            Case("G-481920 is", .code, "G-481920"),
            Case("PIN 7731", .code, "7731"),
            Case("*481920* bold", .code, "481920"),
            Case("within 24 hours", .duration, "24 hours"),
            Case("in 24hrs", .duration, "24hrs"), Case("24h left", .duration, "24h"),
            Case("48-hour notice", .duration, "48-hour"),
            Case("3-5 business days", .duration, "3-5 business days"),
            Case("two working days", .duration, "two working days"),
            Case("wait a minute", .duration, "a minute"), Case("for an hour", .duration, "an hour"),
            Case("24\nhours", .duration, "24\nhours", "24 hours"),
            Case("mail a.b+c@Mail.Example.com.", .email, "a.b+c@Mail.Example.com", "a.b+c@mail.example.com"),
            Case("call +1 (415) 555-0100 now", .phone, "+1 (415) 555-0100", "+14155550100"),
            Case("call (415) 555-0100", .phone, "(415) 555-0100", "4155550100"),
            Case("415.555.0100", .phone, "415.555.0100", "4155550100"),
            Case("1-800-555-0100!", .phone, "1-800-555-0100", "18005550100"),
            Case("0800 123 4567", .phone, "0800 123 4567", "08001234567"),
            Case("020 7946 0958", .phone, "020 7946 0958", "02079460958"),
            Case("9123 4567 SG", .phone, "9123 4567", "91234567"),
            Case("06 12 34 56 78", .phone, "06 12 34 56 78", "0612345678"),
            Case("612 345 678", .phone, "612 345 678", "612345678"),
            Case("hubungi 081234567890", .phone, "081234567890"),
            Case("0812 3456 7890", .phone, "0812 3456 7890", "081234567890"),
            Case("call 4155550100", .phone, "4155550100"), Case("919876543210", .phone, "919876543210"),
            Case("+65 9123 4567 24 hours", .phone, "+65 9123 4567", "+6591234567"),
            Case(
                "0x52908400098527886E0F7030069857D2E4169EE7", .crypto,
                "0x52908400098527886E0F7030069857D2E4169EE7"),
            Case("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", .crypto, "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"),
            Case(
                "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", .crypto,
                "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"),
            Case("TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC", .crypto, "TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC"),
        ])
    func finds(_ sample: Case) throws {
        let analyzed = Samples.analyze(sample.text)
        let entity = try #require(analyzed.entities.first)
        #expect(entity.kind == sample.kind)
        #expect(analyzed.quote(entity.range) == sample.raw)
        #expect(entity.text == sample.plain)
    }

    @Test(
        "Finds nothing",
        arguments: [
            "in 2024", "1999", "12/11/2024", "2024-11-05", "12.11.2024", "at 10:30", "100%", "5000%", "1,234",
            "item RN 448 201 776 CN",
            "1.2.3",
            "account **1234", "ending ••4321", "ABC123456", "call me", "12345-6789", "192.168.0.1",
            "20261121",
            "1 000 000", "113-1234567-1234567", "2026-07-08 18:30", "26-12-25 19:30", "4111 1111 1111 1111",
            "10 20 30", "oneday",
            "$ten", "USD", "user@localhost",
            "@handle", "a@b", "1234567890123456789012345678901234", "sixteen hours", "no.1", "-", "+", "(",
            "$",
        ])
    func findsNothing(_ text: String) {
        #expect(Samples.analyze(text).entities.isEmpty)
    }
}
