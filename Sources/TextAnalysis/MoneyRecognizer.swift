extension EntityScanner {
    /// A currency and an amount in either order: `$4.35`, `Rs. 500`, `20 USD`, `1,5 million euros`, `5万元`.
    func money(at index: Int) -> Found? {
        var amount: Amount
        var currency: Currency?
        if text.at(index).isASCIIDigit {
            guard !joinsDigit(before: index), let read = readAmount(index),
                let name = currencyName(behind: read.end)
            else { return nil }
            (amount, currency) = (read, name)
        } else {
            guard let prefix = currencyPrefix(index), text.at(prefix.end).isASCIIDigit,
                let read = readAmount(prefix.end)
            else { return nil }
            (amount, currency) = (read, prefix)
            // `$4.35 USD`, `$300 CAD`
            if let name = currencyName(behind: read.end) { currency = name }
            amount.end = max(amount.end, currency?.end ?? 0)
        }
        let end = max(amount.end, currency?.end ?? 0)
        var found = Found(kind: .money, end: end, plain: string(index..<end, cased: true))
        found.details.currency = currency?.code
        found.details.amount = amount.value * (currency?.unit ?? 1)
        return found
    }

    private struct Amount {
        var end: Int
        var value: Double
    }

    private struct Currency {
        var code: String
        var end: Int
        /// 0.01 for cents.
        var unit = 1.0
    }

    /// Whether the digits at `index` go on from others, as in `1.234` or `12/2024`.
    func joinsDigit(before index: Int) -> Bool {
        switch text.at(index - 1) {
        case 0x2E, 0x2C, 0x2F, 0x3A, 0x2D: text.at(index - 2).isASCIIDigit
        default: false
        }
    }

    private func currencyPrefix(_ index: Int) -> Currency? {
        if let code = MoneyNames.currency(text.at(index)) {
            return Currency(code: code, end: skipBlanks(index + 1, limit: 2))
        }
        var end = lettersEnd(index, limit: 5)
        guard end > index else { return nil }
        let key = wordKey(index..<end)
        let code: String
        if text.at(end) == 0x24, let dollar = MoneyNames.dollarPrefixes[key] {
            code = dollar
            end += 1
        } else if let name = MoneyNames.codes[key] ?? MoneyNames.prefixes[key] ?? shouted(index..<end, key) {
            code = name
            if text.at(end) == 0x2E { end += 1 }
        } else {
            return nil
        }
        return Currency(code: code, end: skipBlanks(end, limit: 2))
    }

    private func shouted(_ range: Range<Int>, _ key: WordKey) -> String? {
        guard text.cased[range].allSatisfy(\.isASCIIUpper) else { return nil }
        return MoneyNames.shoutedCodes[key]
    }

    /// Digits with `,` `.` `'` between them, and a scale.
    private func readAmount(_ index: Int) -> Amount? {
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
        let value = value(index..<end)
        if let scale = MoneyNames.ideographScales[text.at(end)] {
            return Amount(end: end + 1, value: value * scale)
        }
        if text.isAlphanumeric(end) {
            let letters = lettersEnd(end)
            if let scale = MoneyNames.gluedScales[wordKey(end..<letters)], !text.isAlphanumeric(letters) {
                return Amount(end: letters, value: value * scale)
            }
            return Amount(end: end, value: value)
        }
        let word = skipBlanks(end, limit: 1)
        let letters = lettersEnd(word)
        guard word > end, letters > word, !text.isAlphanumeric(letters), letters - word > 1,
            let scale = MoneyNames.scales[wordKey(word..<letters)]
        else { return Amount(end: end, value: value) }
        return Amount(end: letters, value: value * scale)
    }

    /// The last of `.` and `,` is the decimal one unless three digits follow it or it comes twice.
    private func value(_ range: Range<Int>) -> Double {
        let signs = range.filter { text.at($0) == 0x2C || text.at($0) == 0x2E || text.at($0) == 0x27 }
        var decimal: Int?
        if let last = signs.last, text.at(last) != 0x27 {
            let isOnly = signs.count { text.at($0) == text.at(last) } == 1
            let digits = range.upperBound - last - 1
            if isOnly, digits != 3 || signs.count > 1 || text.at(range.lowerBound) == 0x30 { decimal = last }
        }
        var value = 0.0
        var unit = 1.0
        for index in range where text.at(index).isASCIIDigit {
            value = value * 10 + Double(text.at(index) - 0x30)
            if let decimal, index > decimal { unit *= 10 }
        }
        return value / unit
    }

    private func currencyName(behind index: Int) -> Currency? {
        let next = skipBlanks(index, limit: 1)
        if let code = MoneyNames.currency(text.at(next)) {
            // `5 $20` is a number and an amount.
            let isNext =
                text.at(next + 1).isASCIIDigit || text.at(skipBlanks(next + 1, limit: 1)).isASCIIDigit
            return isNext ? nil : Currency(code: code, end: next + 1)
        }
        if text.at(next) == 0x7F8E, text.at(next + 1) == 0x5143 {
            return Currency(code: "USD", end: next + 2)
        }
        if let code = MoneyNames.currency(ideograph: text.at(next)) {
            return Currency(code: code, end: next + 1)
        }
        var letters = next
        while letters - next < 12, text.classes[safe: letters] == .letter { letters += 1 }
        guard letters > next, !text.isAlphanumeric(letters) else { return nil }
        let key = wordKey(next..<letters)
        if let code = MoneyNames.codes[key] ?? shouted(next..<letters, key) {
            return Currency(code: code, end: letters)
        }
        guard let code = MoneyNames.words[key] else { return nil }
        return Currency(code: code, end: letters, unit: MoneyNames.smallWords.contains(key) ? 0.01 : 1)
    }
}
