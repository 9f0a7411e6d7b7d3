/// The names that texts give currencies. Currencies' codes are those of ISO 4217, and `BTC`, `ETH`, `USDT`, `USDC`.
enum MoneyNames {
    /// Signs before or behind an amount. The dollar sign alone is most often the American dollar.
    private static let symbols = signs(
        """
        $:USD €:EUR £:GBP ¥:JPY ₹:INR ₦:NGN ₩:KRW ₱:PHP ₫:VND ฿:THB ₽:RUB ₴:UAH ₺:TRY ₪:ILS ₡:CRC ₲:PYG ₵:GHS ₸:KZT ₭:LAK
        ₮:MNT ₿:BTC
        """)
    /// Words of one character behind an amount.
    private static let ideographs = signs("元:CNY 块:CNY 圆:CNY 円:JPY 원:KRW")

    static func isSymbol(_ scalar: UInt32) -> Bool {
        // Almost every scalar is an ASCII one, and needs no look-up.
        scalar == "$" || (scalar > 0x7F && symbols[scalar] != nil)
    }

    /// The currency of a sign; nil for other scalars.
    static func currency(_ symbol: UInt32) -> String? { symbols[symbol] }

    static func currency(ideograph: UInt32) -> String? { ideographs[ideograph] }

    /// Currencies by the letters before a dollar sign: `US$`, `S$`, `HK$`.
    static let dollarPrefixes = names(
        """
        us:USD s:SGD a:AUD hk:HKD nz:NZD c:CAD ca:CAD au:AUD nt:TWD r:BRL mx:MXN
        """)
    /// Currencies by codes that stand before or behind an amount.
    static let codes = names(
        """
        usd eur gbp inr aud cad sgd hkd nzd jpy cny rmb:CNY php myr rm:MYR thb idr rp:IDR krw twd ngn zar kes ghs
        aed sar qar chf sek nok dkk pln czk huf brl mxn usdt usdc btc eth rs:INR pkr bdt lkr npr rub uah ils egp vnd
        clp ars ron bgn bhd kwd omr ugx tzs xof xaf ksh:KES
        """)
    /// Currencies by codes that stand before an amount only.
    static let prefixes = names("tk:BDT")
    /// Currencies by codes that are words too, and count in capitals only.
    static let shoutedCodes = names("try cop pen mad all jod etb")
    /// Currencies by names that stand behind an amount.
    static let words = names(
        """
        dollar:USD dollars:USD euro:EUR euros:EUR pound:GBP pounds:GBP quid:GBP bucks:USD rupee:INR rupees:INR
        yuan:CNY renminbi:CNY yen:JPY naira:NGN rand:ZAR ringgit:MYR baht:THB peso:MXN pesos:MXN francs:CHF
        dirham:AED dirhams:AED riyal:SAR riyals:SAR cents:USD pence:GBP bitcoin:BTC bitcoins:BTC shillings:KES
        cedis:GHS taka:BDT reais:BRL soles:PEN zloty:PLN złoty:PLN złotych:PLN kroner:NOK kronor:SEK lira:TRY
        liras:TRY rubles:RUB roubles:RUB hryvnia:UAH rupiah:IDR dólares:USD dolares:USD
        """)
    /// Names of a hundredth of a currency.
    static let smallWords = Set(["cents", "pence"].map { WordKey($0.unicodeScalars.map(\.value)) })
    /// Factors by the words for them behind a number.
    static let scales: [WordKey: Double] = scaleTable(
        "k:1e3 m:1e6 mn:1e6 mil:1e6 million:1e6 bn:1e9 billion:1e9 thousand:1e3 hundred:1e2 lakh:1e5 lakhs:1e5 crore:1e7 crores:1e7"
    )
    /// Factors by the letters that may be glued to the digits: `$5k`.
    static let gluedScales: [WordKey: Double] = scaleTable(
        "k:1e3 m:1e6 mn:1e6 b:1e9 bn:1e9 mil:1e6 million:1e6 billion:1e9")
    /// Characters behind a number that multiply it: hundreds, thousands, ten thousands and hundred millions.
    static let ideographScales: [UInt32: Double] = signScales("百:1e2 千:1e3 万:1e4 萬:1e4 亿:1e8 億:1e8")

    /// The entries of a table of `name` or `name:value`.
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

    /// Currencies by single characters, from a table of `character:code`.
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
