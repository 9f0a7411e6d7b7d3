/// How texts name currencies. Codes are ISO 4217, and `BTC`, `ETH`, `USDT`, `USDC`.
enum MoneyNames {
    private static let symbols: [UInt32: String] = [
        0x24: "USD", 0x20AC: "EUR", 0xA3: "GBP", 0xA5: "JPY", 0x20B9: "INR", 0x20A6: "NGN", 0x20A9: "KRW",
        0x20B1: "PHP", 0x20AB: "VND", 0xE3F: "THB", 0x20BD: "RUB", 0x20B4: "UAH", 0x20BA: "TRY",
        0x20AA: "ILS",
        0x20A1: "CRC", 0x20B2: "PYG", 0x20B5: "GHS", 0x20B8: "KZT", 0x20AD: "LAK", 0x20AE: "MNT",
        0x20BF: "BTC",
    ]
    /// Words of one character, behind an amount.
    private static let ideographs: [UInt32: String] = [
        0x5143: "CNY", 0x5757: "CNY", 0x5706: "CNY", 0x5186: "JPY", 0xC6D0: "KRW",
    ]

    static func isSymbol(_ scalar: UInt32) -> Bool {
        scalar == 0x24 || (scalar > 0x7F && symbols[scalar] != nil)
    }

    /// The currency that a symbol stands for; `$` alone is most often the American dollar.
    static func currency(_ symbol: UInt32) -> String? { symbols[symbol] }

    static func currency(ideograph: UInt32) -> String? { ideographs[ideograph] }

    /// Letters before a dollar sign: `US$`, `S$`, `HK$`.
    static let dollarPrefixes = names(
        """
        us:USD s:SGD a:AUD hk:HKD nz:NZD c:CAD ca:CAD au:AUD nt:TWD r:BRL mx:MXN
        """)
    /// Codes that stand before or after an amount.
    static let codes = names(
        """
        usd eur gbp inr aud cad sgd hkd nzd jpy cny rmb:CNY php myr rm:MYR thb idr rp:IDR krw twd ngn zar kes ghs
        aed sar qar chf sek nok dkk pln czk huf brl mxn usdt usdc btc eth rs:INR pkr bdt lkr npr rub uah ils egp vnd
        clp ars ron bgn bhd kwd omr ugx tzs xof xaf ksh:KES
        """)
    /// Stand before an amount only.
    static let prefixes = names("tk:BDT")
    /// Codes that are words too: only in capitals.
    static let shoutedCodes = names("try cop pen mad all jod etb")
    /// Names that stand after an amount.
    static let words = names(
        """
        dollar:USD dollars:USD euro:EUR euros:EUR pound:GBP pounds:GBP quid:GBP bucks:USD rupee:INR rupees:INR
        yuan:CNY renminbi:CNY yen:JPY naira:NGN rand:ZAR ringgit:MYR baht:THB peso:MXN pesos:MXN francs:CHF
        dirham:AED dirhams:AED riyal:SAR riyals:SAR cents:USD pence:GBP bitcoin:BTC bitcoins:BTC shillings:KES
        cedis:GHS taka:BDT reais:BRL soles:PEN zloty:PLN złoty:PLN złotych:PLN kroner:NOK kronor:SEK lira:TRY
        liras:TRY rubles:RUB roubles:RUB hryvnia:UAH rupiah:IDR dólares:USD dolares:USD
        """)
    /// Of which a hundred make one.
    static let smallWords = Set(["cents", "pence"].map { WordKey($0.unicodeScalars.map(\.value)) })
    static let scales: [WordKey: Double] = scaleTable(
        "k:1e3 m:1e6 mn:1e6 mil:1e6 million:1e6 bn:1e9 billion:1e9 thousand:1e3 hundred:1e2 lakh:1e5 lakhs:1e5 crore:1e7 crores:1e7"
    )
    /// Scales that may be glued to the digits: `$5k`.
    static let gluedScales: [WordKey: Double] = scaleTable(
        "k:1e3 m:1e6 mn:1e6 b:1e9 bn:1e9 mil:1e6 million:1e6 billion:1e9")
    /// 百 千 万 亿, and 萬 億.
    static let ideographScales: [UInt32: Double] = [
        0x767E: 1e2, 0x5343: 1e3, 0x4E07: 1e4, 0x842C: 1e4, 0x4EBF: 1e8, 0x5104: 1e8,
    ]

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
}
