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

/// Covers the words of sentences that nothing proves harmless, in languages of which there is a list of words. A word is harmless if it is
/// in the list, is frequent, or stands in menus; with a capital it must begin a sentence too, unless nouns have capitals there.
struct SentenceWords {
    let transcript: Transcript
    let words: PersonalWords
    let unproven: UnprovenWords
    let isProse: [Bool]
    /// What is never covered: links, amounts, organisations' names.
    let isKept: (WordPlace) -> Bool

    /// The languages of a text are told by at least this many words in lower case; those of a shorter one by the whole picture's.
    private static let leastWords = 5
    /// Capitals tell no names where at least one in so many harmless words within sentences has one, as in headings.
    private static let capitals = 3
    /// A word of at most this many letters, all of them capitals, is an abbreviation.
    private static let abbreviation = 6
    /// An abbreviation of which nothing is known has fewer letters.
    private static let leastLetters = 5

    /// A passage of sentences, and what is known of it.
    private struct Text {
        let passage: Passage
        let languages: Set<Int>
        var tellsNames = true

        var texts: [String] { passage.texts }
    }

    /// The picture's languages of which there is a list.
    var languages: Set<Int> {
        words.listedLanguages(
            of: lower(transcript.lines.indices.filter { isProse[$0] }.flatMap { transcript.lines[$0].words }))
    }

    /// The lines of which it is told here what is covered, and the words that are.
    func found(in passages: [Passage]) -> (lines: Set<Int>, words: [[WordPlace]]) {
        let usual = languages
        var lines: Set<Int> = []
        var found: [[WordPlace]] = []
        for passage in passages {
            let own = Set(passage.places.map(\.line)).filter { isProse[$0] }
            guard !own.isEmpty else { continue }
            let texts = lower(own.flatMap { transcript.lines[$0].words })
            let isShort = texts.count < Self.leastWords && !usual.isEmpty && words.know(texts, in: usual)
            let languages = isShort ? usual : words.listedLanguages(of: texts)
            guard !languages.isEmpty else { continue }
            lines.formUnion(own)
            found += covered(Text(passage: passage, languages: languages))
        }
        return (lines, found)
    }

    private func lower(_ words: [Transcript.Word]) -> [String] {
        words.map(\.text).filter { $0.first?.isLowercase == true && $0.digitCount == 0 && !$0.contains("@") }
    }

    /// The words of a passage that are covered, those that follow each other as one.
    private func covered(_ text: Text) -> [[WordPlace]] {
        var text = text
        text.tellsNames = tellsNames(text)
        var found: [[WordPlace]] = []
        var last: Int?
        for index in text.texts.indices where isCovered(index, in: text) {
            let place = text.passage.places[index]
            if let last, last == index - 1, !text.texts[last].endsPhrase {
                found[found.count - 1].append(place)
            } else {
                found.append([place])
            }
            last = index
        }
        return found
    }

    // MARK: Words

    private func isCovered(_ index: Int, in text: Text) -> Bool {
        let place = text.passage.places[index]
        let word = text.texts[index]
        guard isProse[place.line], place.line != transcript.addressLine, !isKept(place),
            !unproven.isKnown(place), word.digitCount == 0, word.hasCase,
            let first = word.first(where: \.isLetter)
        else { return false }
        if isBroken(index, in: text) { return false }
        if first.isLowercase { return !isHarmless(word, place, text) }
        let letters = word.filter(\.isLetter)
        // `I've`; days, titles
        if letters.count < 2 || PersonalWords.plain(word).prefix(2) == "i'" || words.isCapitalised(word) {
            return false
        }
        if word.isAbbreviation(Self.abbreviation) {
            return (words.isName(word) || letters.count >= Self.leastLetters)
                && !isHarmless(word, place, text)
        }
        if words.isMonth(word), !words.isAlsoName(word) || beside(index, in: text) { return false }
        if opens(index, in: text) { return isNameAtBeginning(index, in: text) }
        if text.tellsNames { return isNameWithin(index, in: text) }
        if isAlsoName(word, place) {
            return !(isHarmless(word, place, text) && isDetermined(index, in: text))
        }
        return !isHarmless(word, place, text)
    }

    /// Whether a list of the passage's languages has the word, or it is frequent, or rules look for it.
    private func isHarmless(_ word: String, _ place: WordPlace, _ text: Text) -> Bool {
        unproven.isEveryday(place) || unproven.isListed(place) || words.isInterface(word)
            || words.isInLists(word, of: text.languages)
    }

    /// Whether a word is a name too, and isn't frequent or is one of those that are both.
    private func isAlsoName(_ word: String, _ place: WordPlace) -> Bool {
        words.isAlsoName(word) || words.isName(word) && !unproven.isEveryday(place)
    }

    /// Whether a word that begins a sentence is a name: no list has it, or it is a name too and no order, as in `Mark your calendars`.
    private func isNameAtBeginning(_ index: Int, in text: Text) -> Bool {
        let (word, place) = (text.texts[index], text.passage.places[index])
        guard isHarmless(word, place, text) else { return true }
        guard isAlsoName(word, place) else { return false }
        let next =
            index + 1 < text.texts.count && !word.endsPhrase ? PersonalWords.plain(text.texts[index + 1]) : ""
        if words.determiners.contains(next) { return false }
        return !unproven.isEveryday(place) || words.auxiliaries.contains(next)
    }

    /// Whether a word with a capital within a sentence is a name, where others have none: it is none behind a word such as *your*.
    private func isNameWithin(_ index: Int, in text: Text) -> Bool {
        let (word, place) = (text.texts[index], text.passage.places[index])
        if isAlsoName(word, place) { return true }
        // Behind a name that an app writes in one line with what somebody says.
        if unproven.isEveryday(place) { return false }
        let isFamiliar = unproven.isListed(place) || words.isInterface(word)
        return !isFamiliar || !isDetermined(index, in: text)
    }

    private func isDetermined(_ index: Int, in text: Text) -> Bool {
        index > 0 && words.determiners.contains(PersonalWords.plain(text.texts[index - 1]))
    }

    /// Whether a number stands beside a word: `3 May`.
    private func beside(_ index: Int, in text: Text) -> Bool {
        [index - 1, index + 1].contains { text.texts.indices.contains($0) && text.texts[$0].digitCount > 0 }
    }

    /// Whether a word was broken at a line's end, and is harmless as a whole.
    private func isBroken(_ index: Int, in text: Text) -> Bool {
        [index - 1, index].contains { first in
            guard first >= 0, first + 1 < text.texts.count, text.texts[first].last == "-",
                text.passage.starts.contains(first + 1)
            else { return false }
            return words.isInLists(text.texts[first].dropLast() + text.texts[first + 1], of: text.languages)
        }
    }

    // MARK: Sentences

    /// Whether a sentence or what is quoted begins with a word.
    private func opens(_ index: Int, in text: Text) -> Bool {
        guard index > 0 else { return true }
        let (before, place) = (text.texts[index - 1], text.passage.places[index])
        let last = before.last { !")\"'”’»]".contains($0) }
        return last.map { String($0).endsSentence || $0 == ":" } == true
            || !before.contains { $0.isLetter || $0.isNumber }
            || text.texts[index].first.map { "\"'“‘«¿¡(".contains($0) } == true
            || text.passage.starts.contains(index)
                && (unproven.standsAlone[place.line] || !isProse[place.line - 1])
    }

    /// Whether capitals tell names: neither headings do nor languages that give one to all nouns.
    private func tellsNames(_ text: Text) -> Bool {
        guard text.languages.isDisjoint(with: words.capitalisesNouns) else { return false }
        let inner = text.texts.indices.filter { index in
            let place = text.passage.places[index]
            let word = text.texts[index]
            return isProse[place.line] && word.hasCase && word.digitCount == 0 && word.count > 1
                && !unproven.isKnown(place) && !opens(index, in: text) && !words.isCapitalised(word)
                && !isAlsoName(word, place) && isHarmless(word, place, text)
        }
        return Self.capitals * inner.count { text.texts[$0].mayBeName } < inner.count || inner.isEmpty
    }
}
