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
