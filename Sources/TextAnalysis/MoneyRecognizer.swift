/// How texts name currencies.
enum MoneyNames {
    private static let symbols: Set<UInt32> = Set("$€£¥₹₦₩₱₫฿₽₴₺₪₡₲₵₸₭₮".unicodeScalars.map(\.value))

    static func isSymbol(_ scalar: UInt32) -> Bool {
        scalar == 0x24 || (scalar > 0x7F && symbols.contains(scalar))
    }

    /// Letters before a dollar sign: `US$`, `S$`, `HK$`.
    static let dollarPrefixes = keys("us s a hk nz c ca au nt r mx")
    /// Codes that stand before or after an amount.
    static let codes = keys(
        """
        usd eur gbp inr aud cad sgd hkd nzd jpy cny rmb php myr rm thb idr rp krw twd ngn zar kes ghs aed sar \
        qar chf sek nok dkk pln czk huf brl mxn usdt usdc btc eth rs
        """)
    /// Names that stand after an amount.
    static let words = keys(
        """
        dollar dollars euro euros pound pounds quid bucks rupee rupees yuan yen naira rand ringgit baht peso \
        pesos francs dirham dirhams riyal riyals cents pence bitcoin bitcoins
        """)
    static let scales = keys("k m mn mil million bn billion thousand hundred lakh lakhs crore crores")
    /// Scales that may be glued to the digits: `$5k`.
    static let gluedScales = keys("k m mn b bn mil million billion")

    private static func keys(_ words: String) -> Set<WordKey> {
        Set(words.split(separator: " ").map { WordKey($0.unicodeScalars.lazy.map(\.value)) })
    }
}

extension EntityScanner {
    /// A currency and an amount in either order: `$4.35`, `Rs. 500`, `20 USD`, `1,5 million euros`.
    func money(at index: Int) -> Found? {
        let end: Int?
        if text.at(index).isASCIIDigit {
            guard !joinsDigit(before: index) else { return nil }
            end = amountEnd(index).flatMap(currencyEnd)
        } else if let amount = currencyPrefixEnd(index), text.at(amount).isASCIIDigit {
            end = amountEnd(amount).map { currencyEnd($0) ?? $0 }
        } else {
            end = nil
        }
        return end.map { Found(kind: .money, end: $0, plain: string(index..<$0, cased: true)) }
    }

    /// Whether the digits at `index` go on from others, as in `1.234` or `12/2024`.
    func joinsDigit(before index: Int) -> Bool {
        switch text.at(index - 1) {
        case 0x2E, 0x2C, 0x2F, 0x3A, 0x2D: text.at(index - 2).isASCIIDigit
        default: false
        }
    }

    private func currencyPrefixEnd(_ index: Int) -> Int? {
        var end = index
        if MoneyNames.isSymbol(text.at(index)) {
            end += 1
        } else {
            end = lettersEnd(index, limit: 5)
            guard end > index else { return nil }
            let key = wordKey(index..<end)
            if text.at(end) == 0x24, MoneyNames.dollarPrefixes.contains(key) {
                end += 1
            } else if MoneyNames.codes.contains(key) {
                if text.at(end) == 0x2E { end += 1 }
            } else {
                return nil
            }
        }
        return skipBlanks(end, limit: 2)
    }

    /// Digits with `,` `.` `'` between them, and a scale.
    private func amountEnd(_ index: Int) -> Int? {
        var end = digitsEnd(index)
        while text.at(end) == 0x2C || text.at(end) == 0x2E || text.at(end) == 0x27,
            text.at(end + 1).isASCIIDigit
        {
            end = digitsEnd(end + 1)
        }
        // `10 000`
        while end - index <= 11, text.at(end) == 0x20 || text.at(end) == 0xA0, digitsEnd(index) - index <= 3,
            digitsEnd(end + 1) == end + 4
        {
            end += 4
        }
        guard end - index <= 24 else { return nil }
        if text.isAlphanumeric(end) {
            let letters = lettersEnd(end)
            let isScale = MoneyNames.gluedScales.contains(wordKey(end..<letters))
            if isScale, !text.isAlphanumeric(letters) { return letters }
            return end
        }
        let word = skipBlanks(end, limit: 1)
        let letters = lettersEnd(word)
        guard word > end, letters > word, !text.isAlphanumeric(letters),
            letters - word > 1, MoneyNames.scales.contains(wordKey(word..<letters))
        else { return end }
        return letters
    }

    private func currencyEnd(_ index: Int) -> Int? {
        let next = skipBlanks(index, limit: 1)
        if MoneyNames.isSymbol(text.at(next)) {
            // `5 $20` is a number and an amount.
            return text.at(next + 1).isASCIIDigit || text.at(skipBlanks(next + 1, limit: 1)).isASCIIDigit
                ? nil : next + 1
        }
        let letters = lettersEnd(next)
        guard letters > next, !text.isAlphanumeric(letters) else { return nil }
        let key = wordKey(next..<letters)
        return MoneyNames.codes.contains(key) || MoneyNames.words.contains(key) ? letters : nil
    }
}
