import TextAnalysis

/// Finds numbers by which a person, an account, a card, a parcel or a case is known: whatever has that many digits and is no time, no
/// date, no amount and no year.
enum NumberFinder {
    /// A word of at least this many digits is such a number.
    private static let leastInWord = 4
    /// The number of characters of a group of an IBAN, and of a whole one (ISO 13616).
    private static let (ibanGroup, longestIBAN) = (4, 34)
    /// Neighbouring words of digits are one from this many digits on.
    private static let leastTogether = 6

    /// The indices of the words of each number.
    static func numbers(in texts: [String]) -> [[Int]] {
        var numbers: [[Int]] = []
        var run: [Int] = []
        func close() {
            let digits = run.reduce(0) { $0 + texts[$1].digitCount }
            if digits >= leastTogether || run.contains(where: { isNumber(texts[$0]) }) { numbers.append(run) }
            run = []
        }
        for (index, text) in texts.enumerated() {
            if mayBePart(text) || goesOn(run.map { texts[$0] }, with: text) {
                run.append(index)
            } else {
                close()
            }
        }
        close()
        return numbers
    }

    /// Whether a word is a group of an IBAN, which may be of letters, behind others of it: `NWBK` behind `GB29`.
    private static func goesOn(_ groups: [String], with text: String) -> Bool {
        guard let first = groups.first, first.wholeMatch(of: /\W?[A-Z]{2}\d{2}/) != nil,
            text.count <= ibanGroup
        else { return false }
        return text.allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber) }
            && groups.reduce(text.count) { $0 + $1.count } <= longestIBAN
    }

    private static func isNumber(_ text: String) -> Bool { text.digitCount >= leastInWord }

    /// Whether a word may be a group of a number.
    private static func mayBePart(_ text: String) -> Bool {
        guard text.digitCount >= 2 || text.digitCount == 1 && text.count == 1 else { return false }
        return !text.isTime && !text.isDate && !text.isYear && !text.isAmount && !text.hasSuffix("%")
    }
}

extension String {
    /// Whether there may be digits in the word. It is asked for before patterns, which take a hundred times as long.
    private var hasDigits: Bool { utf8.contains { $0 >= 0x80 || (0x30...0x39).contains($0) } }

    /// Whether the word is a time: `9:41`, `14.05`, `12:30AM`, `13:15-15:15`.
    var isTime: Bool {
        hasDigits
            && wholeMatch(
                of: /\W?\d{1,2}[:.h]\d{2}([:.]\d{2})?(\s?[AaPp]\.?[Mm]\.?)?([-–]\d{1,2}[:.]\d{2})?\W?/)
                != nil
    }

    /// Whether the word is a date: `12/03/2025`, `2025-12-21`, `17-Jun-26`; also with the letter O for 0.
    var isDate: Bool {
        hasDigits
            && replacing("O", with: "0").wholeMatch(
                of: /\W?(\d{1,4}[\/.\-]\d{1,2}[\/.\-]\d{1,4}|\d{1,2}-\p{L}{3,9}-\d{2,4}|\d{1,2}\/\d{2,4})\W?/)
                != nil
    }

    var isYear: Bool { hasDigits && wholeMatch(of: /\W?(19|20)\d{2}\W?/) != nil }

    /// Whether the word is a number with separators of thousands or decimals, or a currency's sign: `1,340`, `€50`, `Rs.592000`.
    var isAmount: Bool {
        hasDigits
            && wholeMatch(of: /\W*(\d{1,3}([,.']\d{3})+([,.]\d{1,2})?|\d+[,.]\d{1,2}-?)(\p{L}{1,3})?\W*/)
                != nil
            || contains { $0.isCurrencySymbol } && count(where: \.isLetter) <= 3
            || isCurrencyPrefixed && wholeMatch(of: /(\p{L}{2,4}\.?)\d[\d,.]*(\/-)?/) != nil
    }

    private var isCurrencyPrefixed: Bool {
        ["rs", "usd", "eur", "gbp", "inr", "pkr", "kr", "rm", "rp", "aed", "sar"].contains(
            prefix { $0.isLetter }.lowercased())
    }
}

extension Character {
    fileprivate var isCurrencySymbol: Bool {
        unicodeScalars.contains { $0.properties.generalCategory == .currencySymbol }
    }
}
