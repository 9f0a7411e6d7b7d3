extension EntityScanner {
    /// The number of digits that a one-time code in one group may have.
    private static let codeDigits = 4...8
    /// The number of digits of each half if the one-time code is written in two groups.
    private static let halfDigits = 3
    /// The largest number of letters before the hyphen of a one-time code: `G-123456`.
    private static let maxPrefix = 2

    /// A one-time code: a lone group of 4 to 8 digits, `123-456`, `123 456` or `G-123456`. Years, dates and masked numbers are
    /// none.
    func code(at index: Int) -> Found? {
        if text.classes[index] == .letter {
            let letters = lettersEnd(index, limit: Self.maxPrefix + 1)
            guard letters - index <= Self.maxPrefix, text.at(letters) == "-", text.cased[index].isASCIIUpper
            else {
                return nil
            }
            let end = digitsEnd(letters + 1)
            guard Self.codeDigits.contains(end - letters - 1), isLone(end) else { return nil }
            return Found(kind: .code, end: end, plain: string(index..<end, cased: true))
        }
        guard !joinsDigit(before: index), !isMasked(index) else { return nil }
        let end = digitsEnd(index)
        if end - index == Self.halfDigits, text.at(end) == "-" || text.at(end) == " " {
            let second = digitsEnd(end + 1)
            let goesOn = text.at(second) == " " && text.at(second + 1).isASCIIDigit
            let wentOn = text.at(index - 1) == " " && text.at(index - 2).isASCIIDigit
            guard second - end == Self.halfDigits + 1, isLone(second), !goesOn, !wentOn else { return nil }
            return Found(kind: .code, end: second, plain: string(index..<end) + string((end + 1)..<second))
        }
        guard Self.codeDigits.contains(end - index), isLone(end), !isYear(index..<end), !isDay(index..<end),
            !isCardGroup(index..<end)
        else { return nil }
        return Found(kind: .code, end: end, plain: string(index..<end))
    }

    /// Whether digits that end at this place are not part of a longer number or word.
    private func isLone(_ end: Int) -> Bool {
        if text.isAlphanumeric(end) { return false }
        switch text.at(end) {
        case "%": return false
        case ".", ",", "/", ":", "-": return !text.at(end + 1).isASCIIDigit
        default: return true
        }
    }

    /// Whether digits are the end of an account number: `**1234`, `••1234`. `*481920*` is bold print.
    private func isMasked(_ index: Int) -> Bool {
        switch text.at(index - 1) {
        case "•", "·", "●": true
        case "*": text.at(index - 2) == "*" || text.at(digitsEnd(index)) != "*"
        default: false
        }
    }

    /// Whether digits are one of several groups of four digits, as on a payment card.
    private func isCardGroup(_ range: Range<Int>) -> Bool {
        guard range.count == 4 else { return false }
        let next = range.upperBound + 1
        return followsFourDigits(range.lowerBound)
            || (text.at(range.upperBound) == " " && digitsEnd(next) - next == 4)
    }

    /// Whether a blank with four digits before it stands in front of a place.
    func followsFourDigits(_ index: Int) -> Bool {
        text.at(index - 1) == " " && (2...5).allSatisfy { text.at(index - $0).isASCIIDigit }
    }

    /// Whether eight digits are a date without separators: `20261121`.
    private func isDay(_ range: Range<Int>) -> Bool {
        guard range.count == 8, matches("19", at: range.lowerBound) || matches("20", at: range.lowerBound)
        else {
            return false
        }
        let digits = text.folded[range].map { Int($0.digitValue) }
        let month = digits[4] * 10 + digits[5]
        let day = digits[6] * 10 + digits[7]
        return (1...12).contains(month) && (1...31).contains(day)
    }
}
