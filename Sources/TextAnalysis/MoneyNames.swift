/// The names that texts give currencies. Currencies' codes are those of ISO 4217, and `BTC`, `ETH`, `USDT`, `USDC`.
enum MoneyNames {
    /// Signs before or after an amount. The dollar sign alone is most often the American dollar.
    private static let symbols = signs(
        """
        $:USD €:EUR £:GBP ¥:JPY ₹:INR ₦:NGN ₩:KRW ₱:PHP ₫:VND ฿:THB ₽:RUB ₴:UAH ₺:TRY ₪:ILS ₡:CRC ₲:PYG ₵:GHS ₸:KZT ₭:LAK
        ₮:MNT ₿:BTC
        """)
    /// Currency words of one character that stand after an amount.
    private static let ideographs = signs("元:CNY 块:CNY 圆:CNY 円:JPY 원:KRW")

    static func isSymbol(_ scalar: UInt32) -> Bool {
        // Almost every scalar is an ASCII one, and needs no look-up.
        scalar == "$" || (scalar > 0x7F && symbols[scalar] != nil)
    }

    /// The currency that a sign stands for; nil for other scalars.
    static func currency(_ symbol: UInt32) -> String? { symbols[symbol] }

    static func currency(ideograph: UInt32) -> String? { ideographs[ideograph] }

    /// The currencies of letters before a dollar sign: `US$`, `S$`, `HK$`.
    static let dollarPrefixes = names(
        """
        us:USD s:SGD a:AUD hk:HKD nz:NZD c:CAD ca:CAD au:AUD nt:TWD r:BRL mx:MXN
        """)
    /// The currencies of codes that may stand before or after an amount.
    static let codes = names(
        """
        usd eur gbp inr aud cad sgd hkd nzd jpy cny rmb:CNY php myr rm:MYR thb idr rp:IDR krw twd ngn zar kes ghs
        aed sar qar chf sek nok dkk pln czk huf brl mxn usdt usdc btc eth rs:INR pkr bdt lkr npr rub uah ils egp vnd
        clp ars ron bgn bhd kwd omr ugx tzs xof xaf ksh:KES
        """)
    /// The currencies of codes that stand only before an amount.
    static let prefixes = names("tk:BDT")
    /// Currency codes that are also everyday words, so that they count in capitals only.
    static let shoutedCodes = names("try cop pen mad all jod etb")
    /// The currencies of names that stand after an amount.
    static let words = names(
        """
        dollar:USD dollars:USD euro:EUR euros:EUR pound:GBP pounds:GBP quid:GBP bucks:USD rupee:INR rupees:INR
        yuan:CNY renminbi:CNY yen:JPY naira:NGN rand:ZAR ringgit:MYR baht:THB peso:MXN pesos:MXN francs:CHF
        dirham:AED dirhams:AED riyal:SAR riyals:SAR cents:USD pence:GBP bitcoin:BTC bitcoins:BTC shillings:KES
        cedis:GHS taka:BDT reais:BRL soles:PEN zł:PLN zl:PLN zloty:PLN złoty:PLN złote:PLN złotych:PLN kroner:NOK kronor:SEK
        kč:CZK lira:TRY liras:TRY tl:TRY rubles:RUB roubles:RUB hryvnia:UAH rupiah:IDR dólares:USD dolares:USD
        रुपये:INR रुपए:INR रुपया:INR
        """)
    /// The names of a hundredth of a currency's unit.
    static let smallWords = Set(["cents", "pence"].map { WordKey($0.unicodeScalars.map(\.value)) })
    /// Words after a number that multiply it, with their factors.
    static let scales: [WordKey: Double] = scaleTable(
        """
        k:1e3 m:1e6 mn:1e6 mil:1e6 million:1e6 bn:1e9 billion:1e9 thousand:1e3 hundred:1e2 lakh:1e5 lakhs:1e5 crore:1e7 crores:1e7
        rb:1e3 ribu:1e3 jt:1e6 juta:1e6 bin:1e3 milyon:1e6 tys:1e3 mln:1e6 mila:1e3 duizend:1e3 हजार:1e3 हज़ार:1e3 लाख:1e5 करोड़:1e7
        """)
    /// Letters directly after the digits that multiply a number, with their factors: `$5k`.
    static let gluedScales: [WordKey: Double] = scaleTable(
        "k:1e3 m:1e6 mn:1e6 b:1e9 bn:1e9 mil:1e6 million:1e6 billion:1e9 rb:1e3 jt:1e6")
    /// Characters after a number that multiply it: by a hundred, ten thousand or a hundred million.
    static let ideographScales: [UInt32: Double] = signScales("百:1e2 千:1e3 万:1e4 萬:1e4 亿:1e8 億:1e8")

    /// Parses a table of `name` or `name:value` entries that blanks separate.
    private static func pairs(_ table: String) -> [(key: WordKey, name: Substring, value: Substring)] {
        table.split(whereSeparator: \.isWhitespace).map { entry in
            let parts = entry.split(separator: ":")
            return (
                WordKey(parts[0].unicodeScalars.lazy.map(\.value)), parts[0], parts.count > 1 ? parts[1] : ""
            )
        }
    }

    private static func names(_ table: String) -> [WordKey: String] {
        Dictionary(
            pairs(table).map { ($0.key, $0.value.isEmpty ? $0.name.uppercased() : String($0.value)) },
            uniquingKeysWith: { first, _ in first })
    }

    private static func scaleTable(_ table: String) -> [WordKey: Double] {
        Dictionary(
            pairs(table).map { ($0.key, Double($0.value) ?? 1) }, uniquingKeysWith: { first, _ in first })
    }

    /// Parses a table of `character:code` entries into currencies by character.
    private static func signs(_ table: String) -> [UInt32: String] {
        var signs: [UInt32: String] = [:]
        for entry in pairs(table) {
            for scalar in entry.name.unicodeScalars { signs[scalar.value] = String(entry.value) }
        }
        return signs
    }

    private static func signScales(_ table: String) -> [UInt32: Double] {
        signs(table).compactMapValues(Double.init)
    }
}
