extension EntityScanner {
    /// A lone group of 4–8 digits, `123-456`, `123 456` or `G-123456`, that is no year, date or masked number.
    func code(at index: Int) -> Found? {
        if text.classes[index] == .letter {
            let letters = lettersEnd(index, limit: 3)
            guard letters - index <= 2, text.at(letters) == 0x2D, text.cased[index].isASCIIUpper else {
                return nil
            }
            let end = digitsEnd(letters + 1)
            guard (4...8).contains(end - letters - 1), isLone(end) else { return nil }
            return Found(kind: .code, end: end, plain: string(index..<end, cased: true))
        }
        guard !joinsDigit(before: index), !isMasked(index) else { return nil }
        let end = digitsEnd(index)
        if end - index == 3, text.at(end) == 0x2D || text.at(end) == 0x20 {
            let second = digitsEnd(end + 1)
            let goesOn = text.at(second) == 0x20 && text.at(second + 1).isASCIIDigit
            let wentOn = text.at(index - 1) == 0x20 && text.at(index - 2).isASCIIDigit
            guard second - end == 4, isLone(second), !goesOn, !wentOn else { return nil }
            return Found(kind: .code, end: second, plain: string(index..<end) + string((end + 1)..<second))
        }
        guard (4...8).contains(end - index), isLone(end), !isYear(index..<end), !isDay(index..<end),
            !isCardGroup(index..<end)
        else { return nil }
        return Found(kind: .code, end: end, plain: string(index..<end))
    }

    /// Whether digits that end here aren't part of something longer.
    private func isLone(_ end: Int) -> Bool {
        if text.isAlphanumeric(end) { return false }
        switch text.at(end) {
        case 0x25: return false  // %
        case 0x2E, 0x2C, 0x2F, 0x3A, 0x2D: return !text.at(end + 1).isASCIIDigit
        default: return true
        }
    }

    /// `**1234` and `••1234` are ends of account numbers; `*481920*` is bold print.
    private func isMasked(_ index: Int) -> Bool {
        switch text.at(index - 1) {
        case 0x2022, 0x00B7, 0x25CF: true
        case 0x2A: text.at(index - 2) == 0x2A || text.at(digitsEnd(index)) != 0x2A
        default: false
        }
    }

    /// One of several groups of four, as on a payment card.
    private func isCardGroup(_ range: Range<Int>) -> Bool {
        guard range.count == 4 else { return false }
        let next = range.upperBound + 1
        return followsFourDigits(range.lowerBound)
            || (text.at(range.upperBound) == 0x20 && digitsEnd(next) - next == 4)
    }

    func followsFourDigits(_ index: Int) -> Bool {
        text.at(index - 1) == 0x20 && (2...5).allSatisfy { text.at(index - $0).isASCIIDigit }
    }

    /// `20261121`.
    private func isDay(_ range: Range<Int>) -> Bool {
        guard range.count == 8, matches("19", at: range.lowerBound) || matches("20", at: range.lowerBound)
        else {
            return false
        }
        let digits = text.folded[range].map { Int($0) - 0x30 }
        let month = digits[4] * 10 + digits[5]
        let day = digits[6] * 10 + digits[7]
        return (1...12).contains(month) && (1...31).contains(day)
    }
}
