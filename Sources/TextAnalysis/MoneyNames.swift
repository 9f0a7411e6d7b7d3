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
