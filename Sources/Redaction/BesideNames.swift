import ScamTaxonomy
import TextAnalysis

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
