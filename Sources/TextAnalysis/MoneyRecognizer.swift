extension EntityScanner {
    /// The largest length of an amount, in digits and signs. Longer numbers are account numbers.
    private static let maxAmount = 24
    /// A group of three digits after a blank belongs to an amount that is at most this many characters long.
    private static let maxBeforeGroup = 11
    private static let maxName = 12
    /// The largest number of letters of a currency code before an amount.
    private static let maxPrefix = 5
    /// From here on stand Han, Kana and Hangul, in which more letters may follow a currency's name of one or two: `5万元整`, `5000원을`.
    private static let firstWithoutBlanks: UInt32 = 0x2E80

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
            // A code after the amount says more than the sign before it: `$300 CAD`.
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
        /// The factor for the amount's unit: 0.01 for cents, 1 otherwise.
        var unit = 1.0
    }

    /// Whether digits before `index` belong to the same number, as in `1.234` or `12/2024`.
    func joinsDigit(before index: Int) -> Bool {
        switch text.at(index - 1) {
        case ".", ",", "/", ":", "-": text.at(index - 2).isASCIIDigit
        default: false
        }
    }

    private func currencyPrefix(_ index: Int) -> Currency? {
        if let name = names.symbol(text.at(index)) {
            return Currency(code: name.currency, end: skipBlanks(index + 1, limit: Self.maxBlanks))
        }
        var end = lettersEnd(index, limit: Self.maxPrefix)
        guard end > index else { return nil }
        // Most words end the search here, because no digit follows them.
        let sign = text.at(end) == "$" || text.at(end) == "." ? end + 1 : end
        guard text.at(skipBlanks(sign, limit: Self.maxBlanks)).isASCIIDigit else { return nil }
        let key = wordKey(index..<end)
        let name: MoneyNames.Meaning
        if text.at(end) == "$", let dollar = names.symbols[wordKey(index..<(end + 1))] {
            name = dollar
            end += 1
        } else if let found = names.codes[key] ?? names.symbols[key] ?? shouted(index..<end, key) {
            name = found
            if text.at(end) == "." { end += 1 }
        } else {
            return nil
        }
        return Currency(code: name.currency, end: skipBlanks(end, limit: Self.maxBlanks))
    }

    private var names: MoneyNames { languages.money }

    private func shouted(_ range: Range<Int>, _ key: WordKey) -> MoneyNames.Meaning? {
        guard text.cased[range].allSatisfy(\.isASCIIUpper) else { return nil }
        return names.shoutedCodes[key]
    }

    /// Reads an amount: digits with `,` `.` `'` between them, and a word such as `million`.
    private func readAmount(_ index: Int) -> Amount? {
        var end = digitsEnd(index)
        while text.at(end) == "," || text.at(end) == "." || text.at(end) == "'",
            text.at(end + 1).isASCIIDigit
        {
            end = digitsEnd(end + 1)
        }
        // Groups of three digits may have blanks between them: `10 000`.
        while end - index <= Self.maxBeforeGroup, text.at(end) == " " || text.at(end) == "\u{A0}",
            digitsEnd(index) - index <= 3,
            digitsEnd(end + 1) == end + 4
        {
            end += 4
        }
        guard end - index <= Self.maxAmount else { return nil }
        let value = value(index..<end)
        if text.classes[safe: end] == .ideograph, let scale = names.gluedScales[wordKey(end..<(end + 1))] {
            return Amount(end: end + 1, value: value * scale.factor)
        }
        if text.isAlphanumeric(end) {
            let letters = lettersEnd(end)
            if let scale = names.gluedScales[wordKey(end..<letters)], !text.isAlphanumeric(letters) {
                return Amount(end: letters, value: value * scale.factor)
            }
            return Amount(end: end, value: value)
        }
        let word = skipBlanks(end, limit: 1)
        let letters = currencyNameEnd(word)
        guard word > end, letters > word, !text.isAlphanumeric(letters), letters - word > 1,
            let scale = names.scales[wordKey(word..<letters)]
        else { return Amount(end: end, value: value) }
        return Amount(end: letters, value: value * scale.factor)
    }

    /// The value of digits and signs. The last of `.` and `,` is the decimal sign unless three digits follow it or it comes twice.
    private func value(_ range: Range<Int>) -> Double {
        let signs = range.filter { text.at($0) == "," || text.at($0) == "." || text.at($0) == "'" }
        var decimal: Int?
        if let last = signs.last, text.at(last) != "'" {
            let isOnly = signs.count { text.at($0) == text.at(last) } == 1
            let digits = range.upperBound - last - 1
            if isOnly, digits != 3 || signs.count > 1 || text.at(range.lowerBound) == "0" { decimal = last }
        }
        var value = 0.0
        var unit = 1.0
        for index in range where text.at(index).isASCIIDigit {
            value = value * 10 + Double(text.at(index).digitValue)
            if let decimal, index > decimal { unit *= 10 }
        }
        return value / unit
    }

    /// The end of a word of any script, with its marks.
    private func currencyNameEnd(_ index: Int) -> Int {
        var end = index
        while end - index < Self.maxName, let kind = text.classes[safe: end], kind == .letter || kind == .mark
        {
            end += 1
        }
        return end
    }

    private func currencyName(behind index: Int) -> Currency? {
        let next = skipBlanks(index, limit: 1)
        if let name = names.symbol(text.at(next)) {
            // The dollar sign in `5 $20` belongs to the amount after it.
            let isNext =
                text.at(next + 1).isASCIIDigit || text.at(skipBlanks(next + 1, limit: 1)).isASCIIDigit
            return isNext ? nil : Currency(code: name.currency, end: next + 1)
        }
        if text.at(next) >= Self.firstWithoutBlanks {
            for end in [next + 2, next + 1] where end <= text.count {
                guard let name = names.words[wordKey(next..<end)] else { continue }
                return Currency(code: name.currency, end: end, unit: name.factor)
            }
        }
        let letters = currencyNameEnd(next)
        guard letters > next, !text.isAlphanumeric(letters) else { return nil }
        let key = wordKey(next..<letters)
        guard let name = names.codes[key] ?? shouted(next..<letters, key) ?? names.words[key] else {
            return nil
        }
        return Currency(code: name.currency, end: letters, unit: name.factor)
    }
}

/// The names that texts give currencies and large numbers, in all languages together, as no amount tells its text's language. Of two
/// meanings of a name, that of the language first by code counts. It is a class, as a copy of its many tables at each number would
/// take long.
final class MoneyNames: Sendable {
    /// What a name stands for: the currency, and the factor for the number beside it.
    struct Meaning {
        var currency = ""
        var factor = 1.0
    }

    typealias Table = [WordKey: Meaning]

    let symbols, codes, shoutedCodes, scales, gluedScales: Table
    /// Also the words for hundredths, with that factor.
    let words: Table

    /// - Parameter lists: the lists of each language, as the files have them.
    init(_ lists: [[MoneyWordList: [String]]]) {
        func table(_ list: MoneyWordList) -> Table {
            Dictionary(
                lists.flatMap { $0[list] ?? [] }.compactMap { Self.entry($0, of: list) },
                uniquingKeysWith: { first, _ in first })
        }
        (symbols, codes, shoutedCodes) = (table(.symbols), table(.codes), table(.shoutedCodes))
        (scales, gluedScales) = (table(.scales), table(.gluedScales))
        words = table(.words).merging(table(.hundredths)) { first, _ in first }
    }

    /// Reads an entry of a list: `dollar:USD`, `lakh:1e5`, and for a code that is the name itself `usd`. Nil if it is wrong.
    static func entry(_ text: String, of list: MoneyWordList) -> (WordKey, Meaning)? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard let name = parts.first, !name.isEmpty, name == name.lowercased(), parts.count <= 2 else {
            return nil
        }
        let isItsCode = parts.count == 1 && (list == .codes || list == .shoutedCodes)
        let value = isItsCode ? name.uppercased() : String(parts.dropFirst().first ?? "")
        var meaning = Meaning(currency: value, factor: list == .hundredths ? 0.01 : 1)
        if list == .scales || list == .gluedScales {
            guard let factor = Double(value), factor.isFinite, factor > 0 else { return nil }
            meaning = Meaning(factor: factor)
        } else {
            guard (3...4).contains(value.utf8.count), value.utf8.allSatisfy({ (0x41...0x5A).contains($0) })
            else { return nil }
        }
        return (WordKey(letters: name), meaning)
    }

    /// What a symbol of one character stands for; nil for other scalars.
    func symbol(_ scalar: UInt32) -> Meaning? {
        // Almost every scalar is an ASCII one, and needs no look-up.
        scalar == "$" || scalar > 0x7F ? symbols[WordKey(CollectionOfOne(scalar))] : nil
    }
}
