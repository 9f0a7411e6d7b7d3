import TextAnalysis

/// Decides whether a line is read again, and merges several readings of it.
enum SecondLook {
    /// The margins of the strip above and below the letters, as shares of the letters' extent: of the first reading, the second
    /// and the third. With each margin the letters' edges fall on other pixels.
    static let margins = [0.08, 0.32, 0.2]
    /// A word of lower confidence is misread so often that another reading pays.
    private static let sureWord = 0.7
    /// The same confidence for links, in which a wrong letter weighs more. The development pictures had 55 links from 0.895 to
    /// 0.92, and another reading corrected none of them.
    private static let sureLink = 0.895
    /// A word is worth another reading if it has at least this many letters and digits. Shorter ones are mostly icons.
    private static let minLength = 3

    /// Whether a line is worth another reading: the second if a word is weak, the third if the first two don't agree on a
    /// link.
    static func isWorthwhile(after readings: [[Transcript.Word]]) -> Bool {
        guard readings.count == 1 else {
            let links = readings.map { $0.map(\.text).filter(isLinkLike) }
            return links.contains { $0 != links[0] }
        }
        return readings[0].contains { word in
            let length = word.text.utf8.count(where: NoiseWords.isAlphanumeric)
            return length >= minLength && word.confidence < (isLinkLike(word.text) ? sureLink : sureWord)
        }
    }

    /// Whether a word looks like a link: it has a dot or a slash inside.
    static func isLinkLike(_ word: String) -> Bool {
        word.utf8.dropFirst().dropLast().contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }
    }

    /// For each word takes the text of most readings, or else of the surest reading; takes the surest line if the
    /// readings differ in their number of words. The first reading of each word is kept beside it.
    static func merge(_ readings: [[Transcript.Word]]) -> [Transcript.Word] {
        let best = readings.max { confidence($0) < confidence($1) } ?? []
        let alike = readings.filter { $0.count == best.count }
        return best.indices.map { index in
            let candidates = alike.map { $0[index] }
            let most = candidates.max { one, other in
                let (votes, more) = (count(one, candidates), count(other, candidates))
                return votes == more ? one.confidence < other.confidence : votes < more
            }
            let word = most ?? best[index]
            let first =
                readings[0].count == best.count ? [readings[0][index]] : words(of: readings[0], at: word)
            return Transcript.Word(
                text: word.text, confidence: word.confidence, box: word.box,
                seen: first.isEmpty ? nil : first.map(\.firstReading).joined(separator: " "))
        }
    }

    /// The words of a reading that stand in the place of another reading's word.
    private static func words(of reading: [Transcript.Word], at word: Transcript.Word) -> [Transcript.Word] {
        reading.filter { isMiddle(of: $0.box, in: word.box) || isMiddle(of: word.box, in: $0.box) }
    }

    private static func isMiddle(of box: Box, in other: Box) -> Bool {
        (other.x..<(other.x + other.width)).contains(box.x + box.width / 2)
    }

    private static func count(_ word: Transcript.Word, _ candidates: [Transcript.Word]) -> Int {
        candidates.count { $0.text == word.text }
    }

    /// The mean confidence of the words, weighted by their number of bytes.
    static func confidence(_ words: [Transcript.Word]) -> Double {
        let length = words.reduce(0) { $0 + $1.text.utf8.count }
        let sum = words.reduce(0) { $0 + $1.confidence * Double($1.text.utf8.count) }
        return length == 0 ? 0 : sum / Double(length)
    }
}
