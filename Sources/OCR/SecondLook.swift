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

/// The readings of one word, as votes for what it is.
struct Ballot {
    private struct Choice {
        /// What the votes for this choice have in common.
        let key: String
        var votes: [Transcript.Word]

        var weight: Double { votes.reduce(0) { $0 + $1.confidence } }
        var surest: Transcript.Word? { votes.max { $0.confidence < $1.confidence } }
    }

    private var choices: [Choice] = []

    init(_ words: [Transcript.Word]) {
        for word in words { add(word) }
    }

    mutating func add(_ word: Transcript.Word) {
        let key = Self.key(word.text)
        if let index = choices.firstIndex(where: { $0.key == key }) {
            choices[index].votes.append(word)
        } else {
            choices.append(Choice(key: key, votes: [word]))
        }
    }

    /// The surest vote for what the votes are heaviest for, and where two are as heavy, for what has more votes.
    var winner: Transcript.Word? {
        choices.max { ($0.weight, $0.votes.count) < ($1.weight, $1.votes.count) }?.surest
    }

    /// What else a link was read as, the likeliest first, each with its share of all votes' weight; nothing for other words.
    func others(than word: Transcript.Word) -> [Transcript.Reading] {
        let texts = choices.compactMap(\.surest?.text)
        let total = choices.reduce(0) { $0 + $1.weight }
        guard texts.count > 1, texts.contains(where: SecondLook.isLinkLike), total > 0 else { return [] }
        let key = Self.key(word.text)
        let others = choices.filter { $0.key != key && $0.weight > 0 }.compactMap { choice in
            choice.surest.map { Transcript.Reading(text: $0.text, odds: choice.weight / total) }
        }
        // Nothing is said where no vote is left for the word itself, of which the engine knew nothing.
        guard others.reduce(0, { $0 + $1.odds }) < 1 else { return [] }
        return others.sorted { $0.odds > $1.odds }
    }

    /// What readings of a word that mean the same have in common: of a link all but the sentence's signs around it and the case of
    /// its scheme and host, which doesn't matter there; other words as they are.
    private static func key(_ word: String) -> String {
        guard SecondLook.isLinkLike(word) else { return word }
        let isPart = { (character: Character) in character.isLetter || character.isNumber }
        let start = word.drop { !isPart($0) }
        guard let end = start.lastIndex(where: isPart) else { return word }
        let link = start[...end]
        let host = link.firstRange(of: "://")?.upperBound ?? link.startIndex
        let path = link[host...].firstIndex(of: "/") ?? link.endIndex
        return link[..<path].lowercased() + link[path...]
    }
}
