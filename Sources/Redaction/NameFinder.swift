import TextAnalysis

/// Finds names by where they stand: in headers, behind greetings and titles, before mail addresses.
struct NameFinder {
    let transcript: Transcript
    let passages: [Passage]
    let words: PersonalWords
    let unproven: UnprovenWords

    /// The largest number of words of a name.
    private static let maxWords = 4

    /// The words of each name.
    func names() -> [[WordPlace]] {
        headers()
            + passages.flatMap { passage in
                names(in: passage.texts).map { $0.map { passage.places[$0] } }
            }
    }

    // MARK: Headers

    /// The sender's line, and lines of the app above the first message that apps don't write themselves.
    private func headers() -> [[WordPlace]] {
        let hasHeader = [OCRLayout.chat, .email, .notification].contains(transcript.layout)
        return transcript.lines.enumerated().compactMap { number, line in
            if number == transcript.addressLine { return nil }
            guard number == transcript.senderLine || hasHeader && mayBeHeader(line) else {
                return nil
            }
            let hasLetters = { (word: Transcript.Word) in word.text.contains { $0.isLetter || $0.isNumber } }
            guard let start = line.words.firstIndex(where: hasLetters),
                let end = line.words.lastIndex(where: hasLetters)
            else { return nil }
            return (start...end).map { WordPlace(line: number, word: $0) }
        }
    }

    /// Whether a line is none that apps write, and stands where they write names: above the messages, or above a notification.
    private func mayBeHeader(_ line: Transcript.Line) -> Bool {
        guard !words.isAppLine(line) else { return false }
        switch line.role {
        case .chrome: return transcript.layout == .notification || unproven.isHead(line)
        // A name that the layout doesn't know for one stands close below the picture or the first letter of it.
        case .system:
            guard let sender = transcript.senderLine.map({ transcript.lines[$0].box }) else { return false }
            let gap = line.box.y - sender.y - sender.height
            return line.words.count <= Self.maxWords && !line.words.contains { words.isCommon($0.text) }
                && gap >= 0 && gap <= Self.nameGap * line.box.height
        default: return false
        }
    }

    /// The largest gap between a picture's letter and the name below it, as a multiple of the name's height.
    private static let nameGap = 4

    // MARK: Messages

    private func names(in texts: [String]) -> [[Int]] {
        var names: [[Int]] = []
        for (index, text) in texts.enumerated() {
            let plain = PersonalWords.plain(text)
            if words.greetings.contains(plain), !text.endsPhrase || texts.count == index + 2 {
                let name = run(in: texts, from: index + 1, skipping: words.addressees.union(words.titles))
                names.append(name.isEmpty ? called(index + 1, in: texts) : name)
            } else if words.titles.contains(plain), text.mayBeName {
                names.append(run(in: texts, from: index + 1, skipping: []))
            } else if text.contains("@"), text.contains("."), text.first == "<" || text.first == "(" {
                names.append(before(index, in: texts))
            }
        }
        if let label = texts.first, words.mailSenders.contains(label.lowercased()) {
            names.append(run(in: texts, from: 1, skipping: []))
        }
        return names.filter { !$0.isEmpty }
    }

    /// The words of a name that begins here, until a sign or a word that is none.
    private func run(in texts: [String], from start: Int, skipping others: Set<String>) -> [Int] {
        var name: [Int] = []
        for index in texts.indices.dropFirst(start).prefix(Self.maxWords + 1) {
            let text = texts[index]
            let plain = PersonalWords.plain(text)
            if !others.contains(plain) {
                guard text.mayBeName, !words.isCommon(text), name.count < Self.maxWords else { break }
                name.append(index)
            }
            if text.endsPhrase, plain.count > 2 || text.last != "." { break }
        }
        return name
    }

    /// A frequent word that stands alone between a greeting and a sign, as a name does: `Hi May,`.
    private func called(_ index: Int, in texts: [String]) -> [Int] {
        guard texts.indices.contains(index), !texts[index - 1].endsPhrase, texts[index].endsPhrase,
            texts[index].mayBeName, texts[index].hasCase
        else { return [] }
        let plain = PersonalWords.plain(texts[index])
        let isNobody = [words.addressees, words.titles, words.greetings].contains { $0.contains(plain) }
        return plain.count < 3 || isNobody ? [] : [index]
    }

    /// The words before a mail address in brackets.
    private func before(_ index: Int, in texts: [String]) -> [Int] {
        var name: [Int] = []
        for place in texts.indices.prefix(index).reversed().prefix(Self.maxWords) {
            if texts[place].hasSuffix(":") { break }
            name.append(place)
        }
        return name.reversed()
    }
}

/// The words of lines that go on with each other.
struct Passage {
    private(set) var places: [WordPlace] = []
    private(set) var texts: [String] = []
    /// The indices of the words with which lines begin.
    private(set) var starts: Set<Int> = []

    /// The passages of a transcript: its blocks.
    static func all(of transcript: Transcript) -> [Passage] {
        var passages: [Passage] = []
        for (number, line) in transcript.lines.enumerated() {
            let goesOn =
                number > 0 && transcript.lines[number - 1].block == line.block
                && transcript.lines[number - 1].role == line.role
            if !goesOn || passages.isEmpty { passages.append(Passage()) }
            passages[passages.count - 1].append(line, number)
        }
        return passages
    }

    private mutating func append(_ line: Transcript.Line, _ number: Int) {
        starts.insert(texts.count)
        places += line.words.indices.map { WordPlace(line: number, word: $0) }
        texts += line.words.map(\.text)
    }
}

/// The place of a word in a transcript.
struct WordPlace: Hashable {
    let line: Int
    let word: Int
}
