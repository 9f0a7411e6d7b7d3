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

extension EntityScanner {
    /// The number of letters and digits that an address may have: Bitcoin's shortest have 26, Cardano's 108.
    private static let addressLengths = 26...108

    /// Addresses of Bitcoin and Litecoin (Base58 and Bech32), Ethereum, Tron, Dogecoin, Ripple, Monero and Cardano, by
    /// shape. Checksums aren't computed: one letter that text recognition got wrong must not hide an address.
    func crypto(at index: Int) -> Found? {
        var end = index
        while end - index <= Self.addressLengths.upperBound, text.at(end).isASCIIAlphanumeric { end += 1 }
        let length = end - index
        guard Self.addressLengths.contains(length), !text.isAlphanumeric(end) else { return nil }
        let cased = text.cased[index..<end]
        guard
            isEthereum(index, length) || isBech32(index, cased)
                || isBase58(cased, first: "13", lengths: 26...35)  // Bitcoin
                || isBase58(cased, first: "TD", lengths: 34...34)  // Tron, Dogecoin
                || isBase58(cased, first: "LM", lengths: 34...34)  // Litecoin
                || isBase58(cased, first: "r", lengths: 33...35)  // Ripple
                || isBase58(cased, first: "48", lengths: 95...95)  // Monero
        else { return nil }
        return Found(kind: .crypto, end: end, plain: string(index..<end, cased: true))
    }

    private func isEthereum(_ index: Int, _ length: Int) -> Bool {
        // An Ethereum address is `0x` and 40 hexadecimal digits.
        length == 42 && matches("0x", at: index)
            && text.folded[(index + 2)..<(index + length)].allSatisfy(\.isLowerHexDigit)
    }

    private func isBech32(_ index: Int, _ cased: ArraySlice<UInt32>) -> Bool {
        let data: Int
        if matches("bc1", at: index) {
            data = index + 3
        } else if matches("ltc1", at: index) {
            data = index + 4
        } else if matches("addr1", at: index) {
            data = index + 5
        } else {
            return false
        }
        // Bech32 (BIP 173) uses no characters that are easily mistaken for others.
        return text.folded[data..<cased.endIndex].allSatisfy {
            $0 != "1" && $0 != "b" && $0 != "i" && $0 != "o"
        }
    }

    private func isBase58(_ cased: ArraySlice<UInt32>, first: String, lengths: ClosedRange<Int>) -> Bool {
        guard let start = cased.first, first.unicodeScalars.contains(where: { start == $0 }),
            lengths.contains(cased.count)
        else {
            return false
        }
        // Base58 uses neither 0 nor O, I or l. Words and numbers don't mix small letters, capitals and digits as addresses
        // do.
        return cased.allSatisfy { $0 != "0" && $0 != "O" && $0 != "I" && $0 != "l" }
            && cased.contains { $0.isASCIILower } && cased.contains { $0.isASCIIUpper }
            && cased.contains { $0.isASCIIDigit }
    }
}
