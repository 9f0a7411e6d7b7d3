import Testing
import TextAnalysis

@Suite("What entities' parts say")
struct EntityDetailTests {
    @Test(
        "Money has currency and amount",
        arguments: [
            ("$1,299.00", "USD", 1299), ("1.299,00 €", "EUR", 1299), ("Rs.15,000", "INR", 15000),
            ("₹1,20,000", "INR", 120_000), ("USD 4.99", "USD", 4.99), ("£1.45", "GBP", 1.45),
            ("50k naira", "NGN", 50000), ("$5 million", "USD", 5_000_000), ("2 lakh rupees", "INR", 200_000),
            ("10 000€", "EUR", 10000), ("HK$ 1'000", "HKD", 1000), ("$0.125", "USD", 0.125),
            ("$1.250", "USD", 1250),
            ("20 cents", "USD", 0.2), ("$300 CAD", "CAD", 300), ("500元", "CNY", 500), ("5万元", "CNY", 50000),
            ("300美元", "USD", 300), ("TRY 500", "TRY", 500), ("0.05 BTC", "BTC", 0.05),
            ("12,5 złotych", "PLN", 12.5),
            ("2,50 zł", "PLN", 2.5), ("10 bin TL", "TRY", 10000), ("Rp 50 juta", "IDR", 50_000_000),
            ("Rp500rb", "IDR", 500_000), ("5000 रुपये", "INR", 5000), ("2 लाख रुपये", "INR", 200_000),
            ("1.234.567 VND", "VND", 1_234_567), ("Tk 500.00", "BDT", 500),
        ] as [(String, String, Double)])
    func moneyHasCurrencyAndAmount(_ text: String, _ currency: String, _ amount: Double) throws {
        let analyzed = Samples.analyze("pay \(text), please")
        let money = try #require(analyzed.entities.first)
        #expect(analyzed.entities.count == 1 && money.kind == .money)
        #expect(analyzed.quote(money.range) == text)
        #expect(money.details.currency == currency)
        #expect(abs((money.details.amount ?? 0) - amount) < 1e-9)
    }

    @Test(
        "Words are no currencies",
        arguments: ["try 500 times", "all 20 of us", "take 2 tk", "mad 30", "pen 4"])
    func wordsAreNoCurrencies(_ text: String) {
        #expect(!Samples.analyze(text).entities.contains { $0.kind == .money })
    }

    @Test(
        "Phones have countries",
        arguments: [
            ("+1 876 555 0100", "JM"), ("+1 (204) 555-0100", "CA"), ("+1 415 555 0100", "US"),
            ("+7 701 123 4567", "KZ"), ("+7 495 123 4567", "RU"), ("+44 (0)20 7946 0958", "GB"),
            ("0044 20 7946 0958", "GB"), ("+65 9123 4567", "SG"), ("+852 9123 4567", "HK"),
            ("+234 803 123 4567", "NG"),
            ("4155550100", nil), ("020 7946 0958", nil),
        ] as [(String, String?)])
    func phonesHaveCountries(_ text: String, _ country: String?) throws {
        let phone = try #require(Samples.analyze("call \(text) now").entities.first)
        #expect(phone.kind == .phone)
        #expect(phone.details.country == country)
    }

    @Test("Impossible numbers are no phones", arguments: ["+999 123", "+65 12", "+1 23", "+4 5"])
    func impossibleNumbersAreNoPhones(_ text: String) {
        #expect(!Samples.analyze(text).entities.contains { $0.kind == .phone })
    }

    @Test(
        "Finds accounts",
        arguments: [
            ("Telegram @job_desk77", "@job_desk77", .handle, .telegram),
            ("@anna on telegram", "@anna", .handle, .telegram),
            ("ask @crypto_king99", "@crypto_king99", .handle, nil),
            ("Line ID: annie88", "annie88", .handle, .line),
            ("WeChat: xiaomei_88", "xiaomei_88", .handle, .wechat), ("微信：abc123", "abc123", .handle, .wechat),
            ("加我微信号 abc123", "abc123", .handle, .wechat), ("QQ:12345678", "12345678", .handle, .qq),
            ("WhatsApp +44 7911 123456", "+447911123456", .phone, .whatsapp),
            ("WhatsApp me at +65 9123 4567", "+6591234567", .phone, .whatsapp),
            ("call +65 9123 4567", "+6591234567", .phone, nil),
            ("t.me/job_hr", "t.me/job_hr", .url, .telegram),
            ("https://wa.me/447911123456", "https://wa.me/447911123456", .url, .whatsapp),
        ] as [(String, String, EntityKind, Messenger?)])
    func findsAccounts(_ text: String, _ plain: String, _ kind: EntityKind, _ messenger: Messenger?) throws {
        let analyzed = Samples.analyze(text)
        let entity = try #require(analyzed.entities.first)
        #expect(analyzed.entities.count == 1)
        #expect(entity.text == plain && entity.kind == kind && entity.details.messenger == messenger)
        let token = try #require(analyzed.tokens.first { $0.kind == kind })
        #expect(token.isHandle == (kind == .handle || messenger != nil))
    }

    @Test(
        "Finds no account",
        arguments: [
            "see you @work", "@home at 6", "@example.com", "Timeline: updated", "deadline: tomorrow",
            "online: yes",
            "note id 1234x", "pipeline id: build77", "me @ the shop",
        ])
    func findsNoAccount(_ text: String) {
        #expect(!Samples.analyze(text).tokens.contains { $0.isHandle })
    }

    @Test(
        "Reads disguised mailboxes",
        arguments: [
            ("name [at] host [dot] com", "name@host.com"), ("bob(at)evil.com", "bob@evil.com"),
            ("bob {at} evil (dot) com", "bob@evil.com"), ("a.b[@]evil.com", "a.b@evil.com"),
        ])
    func readsDisguisedMailboxes(_ text: String, _ plain: String) throws {
        let analyzed = Samples.analyze("write to \(text) today")
        #expect(analyzed.entities.map(\.kind) == [.email])
        #expect(analyzed.entities.map(\.text) == [plain])
        #expect(analyzed.entities.map { analyzed.quote($0.range) } == [text])
    }

    @Test(
        "Finds further coins",
        arguments: [
            "ltc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", "LdP8Qox1VAhCzLJNqrr74YovaWYyNBUWvL",
            "DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L", "rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH",
        ])
    func findsFurtherCoins(_ address: String) {
        #expect(Samples.analyze("send to \(address) now").entities.map(\.kind) == [.crypto])
    }
}
