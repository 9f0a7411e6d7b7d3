import TextAnalysis

/// The best way to lay two sequences of lines over each other, so that the end of one lies on the beginning of the other, or one within
/// the other. What stands over at an end costs nothing; a line in between that only one of the two has costs half its letters.
struct LineAlignment: Sendable {
    /// The lines that are the same, as pairs of indices, in order.
    private(set) var pairs: [(first: Int, second: Int)] = []
    /// How many letters more speak for the alignment than against it.
    private(set) var score = 0.0

    /// Two readings of a line have at least this share of their pairs of letters in common. Different lines of one language have less
    /// than a third.
    private static let leastSimilarity = 0.5
    /// The cost of a letter that stands in one of the two only.
    private static let gapCost = 0.5
    /// The fewest letters that must speak for an overlap. Shorter answers end one picture of a chat and begin another one by chance often
    /// enough.
    private static let leastScore = 8.0

    /// The largest number of lines of either that are compared, the last of the first and the first of the second. A long picture of a
    /// phone has some 200.
    private static let mostLines = 500

    private enum Step: UInt8 { case start, pair, firstOnly, secondOnly }

    init(_ whole: [LineText], _ other: [LineText]) {
        let (first, second) = (Array(whole.suffix(Self.mostLines)), Array(other.prefix(Self.mostLines)))
        let skipped = whole.count - first.count
        let width = second.count + 1
        var scores = [Double](repeating: 0, count: (first.count + 1) * width)
        var steps = [Step](repeating: .start, count: scores.count)
        for row in stride(from: 1, through: first.count, by: 1) {
            for column in stride(from: 1, through: second.count, by: 1) {
                let (one, other) = (first[row - 1], second[column - 1])
                let place = row * width + column
                let similarity = one.similarity(to: other)
                // Of equal ways, a pair is taken first.
                var best = (score: -Double.infinity, step: Step.start)
                if similarity >= Self.leastSimilarity {
                    let weight = Double(one.length + other.length) / 2 * similarity
                    best = (scores[place - width - 1] + weight, .pair)
                }
                let above = scores[place - width] - Self.gapCost * Double(one.length)
                if above > best.score { best = (above, .firstOnly) }
                let left = scores[place - 1] - Self.gapCost * Double(other.length)
                if left > best.score { best = (left, .secondOnly) }
                (scores[place], steps[place]) = best
            }
        }
        let ends =
            (0...first.count).map { $0 * width + second.count }
            + (0...second.count).map { first.count * width + $0 }
        guard var place = ends.max(by: { scores[$0] < scores[$1] }), scores[place] >= Self.leastScore else {
            return
        }
        score = scores[place]
        while steps[place] != .start {
            switch steps[place] {
            case .pair:
                pairs.append((skipped + place / width - 1, place % width - 1))
                place -= width + 1
            case .firstOnly: place -= width
            case .secondOnly: place -= 1
            case .start: break
            }
        }
        pairs.reverse()
    }

    var isFound: Bool { !pairs.isEmpty }
}

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
