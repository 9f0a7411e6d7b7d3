import TextAnalysis

/// Whether a line deserves to be read again, and what to make of several readings.
enum SecondLook {
    /// Margins of the strip for the first reading and for those after it. Each lets the letters fall on other pixels.
    static let margins = [0.2, 0.32, 0.08]
    /// Words below it are misread often enough for another reading to pay.
    private static let sure = 0.7
    /// A wrong letter in a link weighs more. The development pictures had 55 links from .895 to .92; reading them again
    /// mended none.
    private static let sureLink = 0.895
    /// Fewer letters and digits are icons mostly.
    private static let minLength = 4

    /// Once more where a word is weak, and a third time where the first two don't agree on a link.
    static func isWorthwhile(after readings: [[Transcript.Word]]) -> Bool {
        guard readings.count == 1 else {
            let links = readings.map { $0.map(\.text).filter(isLinkLike) }
            return links.contains { $0 != links[0] }
        }
        return readings[0].contains { word in
            let length = word.text.utf8.count(where: NoiseWords.isAlphanumeric)
            return length >= minLength && word.confidence < (isLinkLike(word.text) ? sureLink : sure)
        }
    }

    /// A dot or slash inside.
    static func isLinkLike(_ word: String) -> Bool {
        word.utf8.dropFirst().dropLast().contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }
    }

    /// Word by word what most readings say, else what the surest says; the surest line where they differ in their words' number.
    /// What the first reading had in a word's place stays with it.
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

    /// Those of a reading that stand where a word of another does.
    private static func words(of reading: [Transcript.Word], at word: Transcript.Word) -> [Transcript.Word] {
        reading.filter { isMiddle(of: $0.box, in: word.box) || isMiddle(of: word.box, in: $0.box) }
    }

    private static func isMiddle(of box: Box, in other: Box) -> Bool {
        (other.x..<(other.x + other.width)).contains(box.x + box.width / 2)
    }

    private static func count(_ word: Transcript.Word, _ candidates: [Transcript.Word]) -> Int {
        candidates.count { $0.text == word.text }
    }

    /// Mean over characters.
    static func confidence(_ words: [Transcript.Word]) -> Double {
        let length = words.reduce(0) { $0 + $1.text.utf8.count }
        let sum = words.reduce(0) { $0 + $1.confidence * Double($1.text.utf8.count) }
        return length == 0 ? 0 : sum / Double(length)
    }
}
