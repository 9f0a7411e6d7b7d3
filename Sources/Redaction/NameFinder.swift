import ScamTaxonomy
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

/// Finds what stands beside names and goes with them: initials, short words between two parts, titles: `W. Lovaas`, `De Santis Lo Bue`,
/// `aunt Mira`.
struct BesideNames {
    let transcript: Transcript
    let words: PersonalWords
    /// What is covered as names.
    let names: Set<WordPlace>
    /// Whether a word is covered as something else, or is never covered.
    let isOther: (WordPlace) -> Bool

    /// The words within names that have no capital, such as `van`, have at most this many letters. Titles without one have at least so
    /// many.
    private static let particle = 3
    /// The most characters of a shortened title: `Prof.`
    private static let abbreviation = 6

    func found() -> [WordPlace] {
        let places = names.sorted(by: Self.precedes)
        var found: Set<WordPlace> = []
        // Each word that is found may have others beside it.
        for place in places { extend(place, by: 1, &found) }
        for place in (places + found).sorted(by: Self.precedes).reversed() { extend(place, by: -1, &found) }
        for place in places {
            if let title = before(place), isTitle(title), !names.contains(title), !isOther(title) {
                found.insert(title)
            }
        }
        return found.sorted(by: Self.precedes)
    }

    private static func precedes(_ one: WordPlace, _ other: WordPlace) -> Bool {
        (one.line, one.word) < (other.line, other.word)
    }

    /// Adds initials and short words behind or before a name, one after the other.
    private func extend(_ start: WordPlace, by step: Int, _ found: inout Set<WordPlace>) {
        var place = start
        while let next = neighbour(of: place, by: step, found) {
            found.insert(next)
            place = next
        }
    }

    private func neighbour(of place: WordPlace, by step: Int, _ found: Set<WordPlace>) -> WordPlace? {
        func isName(_ place: WordPlace) -> Bool { names.contains(place) || found.contains(place) }
        let next = WordPlace(line: place.line, word: place.word + step)
        let line = transcript.lines[place.line].words
        guard line.indices.contains(next.word), !isName(next), !isOther(next) else { return nil }
        let (left, right) = step > 0 ? (place, next) : (next, place)
        let gap = line[right.word].box.x - line[left.word].box.x - line[left.word].box.width
        let text = line[next.word].text
        guard gap < 2 * line[place.word].box.height,
            !line[left.word].text.endsPhrase || line[left.word].text.isInitial
        else { return nil }
        let isBetween =
            isParticle(next)
            && (1...2).contains { count in
                let other = WordPlace(line: place.line, word: next.word + count * step)
                return line.indices.contains(other.word) && isName(other)
                    && (count < 2 || isParticle(WordPlace(line: place.line, word: next.word + step)))
            }
        let isInitial =
            text.isInitial && (text.contains(".") || PersonalWords.plain(text).count == 1 && text != "I")
        return isInitial || isBetween ? next : nil
    }

    /// Whether a word may stand within a name, as `van der` does.
    private func isParticle(_ place: WordPlace) -> Bool {
        let text = transcript.lines[place.line].words[place.word].text
        return text.count <= Self.particle && text.contains(where: \.isLetter) && !text.endsPhrase
            && !words.conjunctions.contains(PersonalWords.plain(text))
    }

    /// The word before another one, also at the end of the line before it.
    private func before(_ place: WordPlace) -> WordPlace? {
        if place.word > 0 { return WordPlace(line: place.line, word: place.word - 1) }
        guard place.line > 0, transcript.lines[place.line - 1].block == transcript.lines[place.line].block,
            let last = transcript.lines[place.line - 1].words.indices.last
        else { return nil }
        return WordPlace(line: place.line - 1, word: last)
    }

    private func isTitle(_ place: WordPlace) -> Bool {
        let text = transcript.lines[place.line].words[place.word].text
        let isLong = text.count >= Self.particle && !words.isCommon(text)
        let isShortened = text.last == "." && text.count <= Self.abbreviation
        return words.titles.contains(PersonalWords.plain(text)) && (!text.endsPhrase || isShortened)
            && (text.mayBeName || isLong)
    }
}

extension String {
    /// Whether the word is a letter or two with capitals, which stand for a name: `W.`, `J.P.`
    fileprivate var isInitial: Bool {
        count <= 5 && wholeMatch(of: /\W?\p{Lu}(\.-?\p{Lu})*\.?[,;:)]?/) != nil
    }
}
