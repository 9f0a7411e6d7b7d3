extension EntityScanner {
    /// Addresses of Bitcoin and Litecoin (Base58 and Bech32), Ethereum, Tron, Dogecoin, Ripple, Monero and Cardano, by
    /// shape. Checksums aren't computed: one letter that a reader of pictures got wrong must not hide an address.
    func crypto(at index: Int) -> Found? {
        var end = index
        while end - index <= 110, text.at(end).isASCIIAlphanumeric { end += 1 }
        let length = end - index
        guard length >= 26, length <= 108, !text.isAlphanumeric(end) else { return nil }
        let cased = text.cased[index..<end]
        guard
            isEthereum(index, length) || isBech32(index, cased)
                || isBase58(cased, first: [0x31, 0x33], lengths: 26...35)
                || isBase58(cased, first: [0x54, 0x44], lengths: 34...34)  // T, D
                || isBase58(cased, first: [0x4C, 0x4D], lengths: 34...34)  // L, M
                || isBase58(cased, first: [0x72], lengths: 33...35)  // r
                || isBase58(cased, first: [0x34, 0x38], lengths: 95...95)
        else { return nil }
        return Found(kind: .crypto, end: end, plain: string(index..<end, cased: true))
    }

    private func isEthereum(_ index: Int, _ length: Int) -> Bool {
        length == 42 && matches("0x", at: index)
            && text.folded[(index + 2)..<(index + 42)].allSatisfy {
                $0.isASCIIDigit || (0x61...0x66).contains($0)
            }
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
        return text.folded[data..<cased.endIndex].allSatisfy {
            $0 != 0x31 && $0 != 0x62 && $0 != 0x69 && $0 != 0x6F  // no 1, b, i, o
        }
    }

    private func isBase58(_ cased: ArraySlice<UInt32>, first: [UInt32], lengths: ClosedRange<Int>) -> Bool {
        guard let start = cased.first, first.contains(start), lengths.contains(cased.count) else {
            return false
        }
        // No 0, O, I, l; and a mixture that neither words nor plain numbers have.
        return cased.allSatisfy { $0 != 0x30 && $0 != 0x4F && $0 != 0x49 && $0 != 0x6C }
            && cased.contains { $0.isASCIILower } && cased.contains { $0.isASCIIUpper }
            && cased.contains { $0.isASCIIDigit }
    }
}
