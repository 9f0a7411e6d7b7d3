import TextAnalysis

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
