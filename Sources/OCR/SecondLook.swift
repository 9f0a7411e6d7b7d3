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

    /// For each word takes the text with most votes; takes the surest line if the readings differ in their number of words. A vote
    /// counts as much as the engine was sure of the word. The first reading of each word is kept beside it, and of links what
    /// else they were read as.
    static func merge(_ readings: [[Transcript.Word]]) -> [Transcript.Word] {
        let best = readings.max { confidence($0) < confidence($1) } ?? []
        let alike = readings.filter { $0.count == best.count }
        return best.indices.map { index in
            var ballot = Ballot(alike.map { $0[index] })
            let word = ballot.winner ?? best[index]
            let first =
                readings[0].count == best.count ? [readings[0][index]] : words(of: readings[0], at: word)
            for reading in readings where reading.count != best.count {
                if let other = whole(words(of: reading, at: word), at: index, of: best) { ballot.add(other) }
            }
            return Transcript.Word(
                text: word.text, confidence: word.confidence, box: word.box,
                seen: first.isEmpty ? nil : first.map(\.firstReading).joined(separator: " "),
                otherReadings: ballot.others(than: word))
        }
    }

    /// Joins the parts as which another reading has a word; nil if there are none, or if they hold a neighbour too.
    private static func whole(
        _ parts: [Transcript.Word], at index: Int, of words: [Transcript.Word]
    ) -> Transcript.Word? {
        guard let first = parts.first else { return nil }
        let box = parts.dropFirst().reduce(first.box) { $0.union($1.box) }
        let neighbours = words.indices.filter { abs($0 - index) == 1 }
        guard !neighbours.contains(where: { isMiddle(of: words[$0].box, in: box) }) else { return nil }
        return Transcript.Word(
            text: parts.map(\.text).joined(), confidence: parts.map(\.confidence).min() ?? 0, box: box)
    }

    /// The words of a reading that stand in the place of another reading's word.
    private static func words(of reading: [Transcript.Word], at word: Transcript.Word) -> [Transcript.Word] {
        reading.filter { isMiddle(of: $0.box, in: word.box) || isMiddle(of: word.box, in: $0.box) }
    }

    private static func isMiddle(of box: Box, in other: Box) -> Bool {
        (other.x..<(other.x + other.width)).contains(box.x + box.width / 2)
    }

    /// The mean confidence of the words, weighted by their number of bytes.
    static func confidence(_ words: [Transcript.Word]) -> Double {
        let length = words.reduce(0) { $0 + $1.text.utf8.count }
        let sum = words.reduce(0) { $0 + $1.confidence * Double($1.text.utf8.count) }
        return length == 0 ? 0 : sum / Double(length)
    }
}
