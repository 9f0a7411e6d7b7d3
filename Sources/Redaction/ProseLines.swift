import ScamTaxonomy
import TextAnalysis

/// Finds the lines that are surely sentences, and so a message's words. Only there may a word be shown that nothing proves harmless.
struct ProseLines {
    /// Whether each line is prose.
    let isProse: [Bool]

    /// A line is prose with at least so many words in lower case, and `ending` of them where it ends as a sentence or was broken. All but
    /// one of these numbers are frequent.
    private static let (lower, ending) = (3, 2)
    /// The words in lower case are at least this share of all.
    private static let share = 0.4
    /// Signs between the cells of a row, which aren't sentences.
    private static let separators: Set<String> = ["·", "•", "|"]
    /// A line without lower case is prose with at least so many words, of which so many are frequent.
    private static let (words, frequent) = (5, 3)
    /// A line is prose from this many letters on where words have no case and aren't parted by blanks.
    private static let letters = 8

    init(_ transcript: Transcript, _ unproven: UnprovenWords) {
        let lines = transcript.lines
        let breaks = LineBreaks(transcript)
        var isProse = lines.indices.map { number in
            let isOpen = breaks.isBroken(after: number) || breaks.isBroken(after: number - 1)
            return Self.isProse(lines[number], number, isOpen, unproven)
        }
        // What a line of prose was broken from, or goes on with, is prose too. Upwards first, so that runs are gone through whole.
        for number in lines.indices.dropFirst().reversed() where isProse[number] && !isProse[number - 1] {
            isProse[number - 1] = breaks.isBroken(after: number - 1) && Self.mayGoOn(lines[number - 1])
        }
        for number in lines.indices.dropFirst() where isProse[number - 1] && !isProse[number] {
            let starts = lines[number].words.first?.text.first?.isLowercase == true
            let ends = lines[number - 1].words.last?.text.endsSentence == true
            let isOne = breaks.isBroken(after: number - 1)
            isProse[number] =
                (isOne || breaks.mayBeBroken(after: number - 1) && (starts || !ends))
                && Self.mayGoOn(lines[number])
        }
        // So is what stands between two such lines of a paragraph, and isn't a name alone.
        var last: Int?
        for number in lines.indices where isProse[number] {
            defer { last = number }
            guard let last, lines[last].block == lines[number].block else { continue }
            for between in last + 1..<number where Self.mayGoOn(lines[between]) {
                isProse[between] = lines[between].words.indices.contains { word in
                    lines[between].words[word].text.first?.isLowercase == true
                        && unproven.isEveryday(WordPlace(line: between, word: word))
                }
            }
        }
        self.isProse = isProse
    }

    /// Whether a line may belong to a sentence that another began: it has a word in lower case, or of a script without it. Otherwise it
    /// may be a name above the next message.
    private static func mayGoOn(_ line: Transcript.Line) -> Bool {
        line.words.contains { word in
            word.text.first?.isLowercase == true
                || word.text.contains(where: \.isLetter) && !word.text.hasCase
        }
    }

    private static func isProse(
        _ line: Transcript.Line, _ number: Int, _ isOpen: Bool, _ unproven: UnprovenWords
    ) -> Bool {
        if line.words.contains(where: { separators.contains($0.text) }) { return false }
        let places = line.words.indices.map { WordPlace(line: number, word: $0) }
        let worded = places.filter { place in
            let text = line.words[place.word].text
            return text.contains(where: \.isLetter) && !unproven.isKnown(place)
        }
        let cased = worded.filter { line.words[$0.word].text.hasCase }
        let ends = line.words.last?.text.endsSentence == true
        if 2 * cased.count < worded.count {
            let letters = line.text.count(where: \.isLetter)
            let isSentence = ends || line.text.contains { "，。、,;；！？؟।".contains($0) }
            return letters >= (isSentence || isOpen ? Self.letters / 2 : Self.letters)
                && (isSentence || !line.text.contains(where: \.isNumber))
        }
        let known = cased.filter { unproven.isEveryday($0) || unproven.isListed($0) }
        let lower = cased.filter { line.words[$0.word].text.first?.isLowercase == true }
        let least = isOpen || ends ? ending : Self.lower
        if lower.count >= least, Double(lower.count) >= share * Double(cased.count),
            cased.count(where: unproven.isEveryday) >= least - 1, lower.contains(where: unproven.isEveryday)
        {
            return true
        }
        // Headings, and shouting: most words are known, and many of them are frequent.
        return cased.count >= words && known.count(where: unproven.isEveryday) >= frequent
            && 4 * known.count >= 3 * cased.count
    }
}
