import TextAnalysis

/// The letters and digits of a line in pairs, by which two readings of one line know each other: blanks, signs and capital letters
/// are read differently each time.
struct LineText: Sendable {
    /// The number of letters and digits.
    let length: Int
    /// The pairs of letters that stand beside each other, sorted. A single letter is a pair with nothing.
    private let pairs: [UInt64]

    init(_ text: String) {
        let letters = text.lowercased().unicodeScalars.filter {
            $0.properties.isAlphabetic || $0.properties.numericType != nil
        }
        .map { UInt64($0.value) }
        length = letters.count
        let single = letters.count == 1 ? letters : []
        pairs = (single + zip(letters, letters.dropFirst()).map { $0 << 32 | $1 }).sorted()
    }

    /// The share of pairs that both lines have (Dice's coefficient), from 0 to 1.
    func similarity(to other: LineText) -> Double {
        let all = pairs.count + other.pairs.count
        return all > 0 ? Double(2 * common(with: other)) / Double(all) : 0
    }

    /// The share of this line's pairs that another one has, from 0 to 1.
    func share(in other: LineText) -> Double {
        pairs.isEmpty ? 0 : Double(common(with: other)) / Double(pairs.count)
    }

    private func common(with other: LineText) -> Int {
        var (common, index, place) = (0, 0, 0)
        while index < pairs.count, place < other.pairs.count {
            if pairs[index] == other.pairs[place] {
                (common, index, place) = (common + 1, index + 1, place + 1)
            } else if pairs[index] < other.pairs[place] {
                index += 1
            } else {
                place += 1
            }
        }
        return common
    }
}
