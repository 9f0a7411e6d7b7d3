import ScamTaxonomy
import TextAnalysis

/// Finds words of which nothing proves that they are harmless, where names stand. No look of an app needs to be known for that: what
/// proves a word is that apps write it, that it is frequent, that rules look for it, or that it names an organisation.
struct UnprovenWords {
    private let transcript: Transcript
    private let passages: [Passage]
    private let words: PersonalWords
    private let kinds: [[Kind]]
    /// Whether each line is a paragraph of its own, which wasn't broken for want of room.
    let standsAlone: [Bool]
    /// The lines of passages in which a capital tells a name, and of those in which it doesn't. The others hold nothing to tell it by.
    private let telling, untelling: Set<Int>
    /// The row at which messages surely have begun; nil if nothing is a message for certain.
    let firstMessage: Int?

    private enum Kind {
        /// Without letters, or a time, a date or an amount.
        case sign
        /// Part of a link, an amount or an organisation's name.
        case known
        /// Frequent, or written by apps.
        case everyday
        /// A word that rules look for, in some language. In another it may be a name.
        case listed
        case unknown
    }

    // What is prose, and so a message, was chosen on rendered screens.

    /// A line with at least this many harmless words is prose.
    private static let proseWords = 5
    /// So is one that was broken, or ends as sentences do, with at least this many.
    private static let sentenceWords = 2
    /// A line of at least this many letters is prose in scripts of whose words few are known.
    private static let proseLetters = 16
    /// The blocks of Unicode with Hiragana, Han and Hangul. A letter of theirs says as much as so many others.
    private static let syllables: [ClosedRange<UInt32>] = [0x3040...0x309F, 0x3400...0x9FFF, 0xAC00...0xD7AF]
    private static let syllable = 3
    /// A line of at most this many words may be a name and what an app adds to it.
    private static let nameWords = 5
    /// The words within names that have no capital, such as `van`, have at most this many letters.
    private static let particle = 3
    /// A word of more letters that are all capitals is no abbreviation.
    private static let abbreviation = 6
    /// From this share of frequent words on, a passage's language is known well enough to tell who does something from what is to be done:
    /// the latter has frequent words behind it.
    private static let knownShare = 0.6
    /// Capitals tell no names in a passage where at least one in so many words has one, as in headings.
    private static let capitals = 3

    /// - Parameter known: the places of links, amounts and organisations' names.
    init(
        _ transcript: Transcript, _ passages: [Passage], known: Set<WordPlace>, words: PersonalWords
    ) {
        (self.transcript, self.passages, self.words) = (transcript, passages, words)
        let languages = words.languages(of: transcript)
        let kinds = transcript.lines.enumerated().map { number, line in
            line.words.enumerated().map { index, word in
                Self.kind(
                    of: word.text, isKnown: known.contains(WordPlace(line: number, word: index)), words,
                    languages)
            }
        }
        let breaks = LineBreaks(transcript)
        let standsAlone = transcript.lines.indices.map {
            !breaks.isBroken(after: $0 - 1) && !breaks.isBroken(after: $0)
        }
        self.kinds = kinds
        self.standsAlone = standsAlone
        let passed = passages.map { passage in
            let kinds = passage.places.map { kinds[$0.line][$0.word] }
            let isTelling = Self.isTelling(
                passage.texts, kinds, Self.opens(passage, kinds, standsAlone), words)
            return (lines: passage.places.map(\.line), isTelling: isTelling)
        }
        telling = Set(passed.filter { $0.isTelling == true }.flatMap(\.lines))
        untelling = Set(passed.filter { $0.isTelling == false }.flatMap(\.lines))
        firstMessage = transcript.lines.indices.filter { number in
            Self.isProse(transcript.lines[number], kinds[number], standsAlone[number], words)
        }.map { transcript.lines[$0].box.y }.min()
    }

    /// Whether a line stands above all that is surely a message. Pages and pop-ups have no head that names somebody.
    func isHead(_ line: Transcript.Line) -> Bool {
        ![.webPage, .popUp].contains(transcript.layout)
            && firstMessage.map { line.box.y + line.box.height <= $0 } ?? true
    }

    /// The words of each name within sentences of languages of which there is no list of words.
    /// - Parameter listed: the lines in other languages.
    func inProse(besides listed: Set<Int>) -> [[WordPlace]] {
        passages.filter { transcript.lines[$0.places[0].line].role.isMessage }.flatMap(names)
            .filter { listed.isDisjoint(with: $0.map(\.line)) }
    }

    /// The lines that are surely nothing but a name.
    func nameLines() -> [[WordPlace]] {
        transcript.lines.indices.filter { number in
            let letters = letters(in: number)
            return letters.count > 1
                && isName(number, letters, letters.filter { kinds[number][$0] == .unknown })
                && !words.isAppLine(transcript.lines[number])
        }.map { number in letters(in: number).map { WordPlace(line: number, word: $0) } }
    }

    func isEveryday(_ place: WordPlace) -> Bool { kinds[place.line][place.word] == .everyday }
    func isUnknown(_ place: WordPlace) -> Bool { kinds[place.line][place.word] == .unknown }
    func isListed(_ place: WordPlace) -> Bool { kinds[place.line][place.word] == .listed }
    /// Whether a word is part of a link, an amount or an organisation's name.
    func isKnown(_ place: WordPlace) -> Bool { kinds[place.line][place.word] == .known }

    /// Whether a word that is part of a name elsewhere is so here too. Where rules look for it or it is frequent, it must not begin a
    /// sentence, unless the line is nothing but the name, and nouns must have no capitals.
    func isNamed(_ place: WordPlace, among parts: Set<String>) -> Bool {
        let line = transcript.lines[place.line]
        let text = line.words[place.word].text
        guard text.mayBeName else { return false }
        if isUnknown(place) || !line.role.isMessage || isOnly(place.line, of: parts) { return true }
        let before = place.word > 0 ? line.words[place.word - 1].text : lastWord(before: place.line)
        guard let before, !before.endsPhrase, before.first?.isLowercase == true else { return false }
        return telling.contains(place.line) && !words.isCapitalised(text)
            && !words.determiners.contains(PersonalWords.plain(before))
    }

    /// Whether a line is nothing but parts of names.
    func isOnly(_ number: Int, of parts: Set<String>) -> Bool {
        letters(in: number).allSatisfy {
            parts.contains(PersonalWords.plain(transcript.lines[number].words[$0].text))
        }
    }

    /// The last word of the line before, where this line goes on with it.
    private func lastWord(before number: Int) -> String? {
        guard number > 0, transcript.lines[number - 1].block == transcript.lines[number].block else {
            return nil
        }
        return transcript.lines[number - 1].words.last?.text
    }

    private func letters(in number: Int) -> [Int] {
        kinds[number].indices.filter { [.everyday, .listed, .unknown].contains(kinds[number][$0]) }
    }

    // MARK: Lines

    /// Whether a line among messages is nothing but a name, as apps write it above a bubble or in its first line.
    private func isName(_ number: Int, _ letters: [Int], _ unknown: [Int]) -> Bool {
        let texts = transcript.lines[number].words.map(\.text)
        guard standsAlone[number] || !untelling.contains(number), !kinds[number].contains(.known),
            letters.count < Self.nameWords, !unknown.isEmpty, 2 * unknown.count >= letters.count,
            texts.last?.endsSentence == false
        else { return false }
        // On pages a word of its own is a heading or a button.
        if [.webPage, .popUp].contains(transcript.layout), letters.count < 2 { return false }
        if texts.last?.endsPhrase == true,
            words.greetings.contains(PersonalWords.plain(String(texts[letters[0]].prefix { $0.isLetter })))
        {
            return false
        }
        // Of words of which nothing is known at all, one may have been read without its capital.
        let isStrange = letters.count == unknown.count && texts[letters[0]].mayBeName
        return letters.allSatisfy { index in
            guard texts[index].hasCase else { return false }
            return texts[index].mayBeName
                || kinds[number][index] == .unknown && (isStrange || texts[index].isNamelike)
                || texts[index].count <= Self.particle && index > 0 && index + 1 < texts.count
                    && !words.conjunctions.contains(PersonalWords.plain(texts[index]))
        }
    }

    private static func isProse(
        _ line: Transcript.Line, _ kinds: [Kind], _ standsAlone: Bool, _ words: PersonalWords
    ) -> Bool {
        guard line.role.isMessage else { return false }
        // `Hello Mira, your parcel`: as much may be unknown as isn't.
        if !standsAlone, let first = line.words.first?.text,
            words.greetings.contains(PersonalWords.plain(first)),
            kinds.count(where: { $0 != .unknown }) > sentenceWords
        {
            return true
        }
        let harmless = kinds.count { [.everyday, .listed, .known].contains($0) }
        let unknown = kinds.count { $0 == .unknown }
        let isBroken = !standsAlone || line.words.last?.text.endsSentence == true
        if harmless > unknown, harmless >= (isBroken ? sentenceWords : proseWords) { return true }
        let letters = line.words.lazy.filter { !$0.text.hasCase }.flatMap(\.text.unicodeScalars)
            .filter(\.properties.isAlphabetic)
        let weight = letters.reduce(0) { sum, letter in
            sum + (syllables.contains { $0.contains(letter.value) } ? syllable : 1)
        }
        return weight >= proseLetters || weight > 0 && line.words.last?.text.endsSentence == true
    }

    private static func kind(
        of text: String, isKnown: Bool, _ words: PersonalWords, _ languages: Set<Int>
    ) -> Kind {
        if isKnown { return .known }
        guard text.contains(where: \.isLetter) else { return .sign }
        // In one language a word may be frequent that is a name in another. Names have capitals.
        let isName = text.mayBeName && text.hasCase
        if isName ? words.isEveryday(text, in: languages) : words.isEveryday(text) { return .everyday }
        if words.isListed(text) || words.isInterface(text) { return .listed }
        return text.isTime || text.isDate || text.isAmount ? .sign : .unknown
    }

    // MARK: Prose

    /// Names within prose: words with capitals of which nothing is known, two in a row or within a sentence.
    private func names(in passage: Passage) -> [[WordPlace]] {
        let texts = passage.texts
        let kinds = passage.places.map { self.kinds[$0.line][$0.word] }
        let opens = Self.opens(passage, kinds, standsAlone)
        let isTelling = telling.contains(passage.places[0].line)
        let lower = texts.indices.filter { texts[$0].first?.isLowercase == true && kinds[$0] != .known }
        let isKnown = lower.count { kinds[$0] == .everyday } >= Int(Self.knownShare * Double(lower.count))
        func mayBeNamed(_ index: Int, _ kind: Kind = .unknown) -> Bool {
            if kind == .unknown, isTelling, isWordAsName(index, texts, kinds, opens) { return true }
            return kinds[index] == kind && texts[index].mayBeName && texts[index].hasCase
                && !texts[index].isAbbreviation(Self.abbreviation)
        }
        var found: [[WordPlace]] = []
        var index = 0
        while index < texts.count {
            let isListed = isTelling && mayBeNamed(index, .listed) && isListedName(index, texts, opens)
            guard mayBeNamed(index) || isListed else {
                if opens[index], kinds[index] == .unknown, texts[index].isHandle {
                    found.append([passage.places[index]])
                }
                index += 1
                continue
            }
            var end = index + 1
            while end < texts.count, !texts[end - 1].endsPhrase {
                let isParticle =
                    end + 1 < texts.count && texts[end].count <= Self.particle
                    && texts[end].first?.isLowercase == true && mayBeNamed(end + 1)
                    && !words.conjunctions.contains(PersonalWords.plain(texts[end]))
                guard isParticle || mayBeNamed(end) || kinds[end] == .unknown && texts[end].mayBeMisread
                else { break }
                end += 1
            }
            // In another language a first name may be a word that rules look for.
            var start = index
            while start > 0, mayBeNamed(start - 1, .listed), !texts[start - 1].endsPhrase, !opens[start - 1] {
                start -= 1
            }
            // `Océane Le Goff`
            if start > 1, !opens[start - 1], texts[start - 1].mayBeName,
                texts[start - 1].count <= Self.particle,
                texts[start - 2].mayBeName, !texts[start - 2].endsPhrase, kinds[start - 2] != .known
            {
                start -= 2
            }
            while end < texts.count, mayBeNamed(end, .listed), !texts[end - 1].endsPhrase { end += 1 }
            // `Mira This works`: a name that an app writes before somebody's words.
            // `your Harbor Bank`: what somebody claims to be is to be seen.
            let goesOn =
                end < texts.count && kinds[end] == .everyday && texts[end].mayBeName
                && PersonalWords.plain(texts[end]).count > 1
                && !texts[end - 1].endsPhrase && passage.places[end].line == passage.places[end - 1].line
            let isSubject =
                end < texts.count && opens[index] && !texts[end - 1].endsPhrase
                && (words.auxiliaries.contains(PersonalWords.plain(texts[end]))
                    || isKnown && texts[end].first?.isLowercase == true && kinds[end] != .everyday)
            // `Rose Lovaas is here`: a frequent word that begins a sentence, before another name and a verb.
            if isTelling, start > 0, opens[start - 1], kinds[start - 1] != .everyday,
                texts[start - 1].mayBeName,
                !texts[start - 1].endsPhrase,
                !words.isCapitalised(texts[start - 1]), end < texts.count,
                words.auxiliaries.contains(PersonalWords.plain(texts[end]))
            {
                start -= 1
            }
            let isCalled =
                end < texts.count && opens[index] && texts[end - 1].last == ","
                && texts[end].first?.isLowercase == true
            let isAlone = isSubject || isCalled || opens[index] == goesOn
            if isTelling ? isAlone || end - start > 1 && !goesOn : end - start > 1 {
                found.append((start..<end).map { passage.places[$0] })
            }
            index = end
        }
        return found
    }

    /// Where sentences begin.
    private static func opens(_ passage: Passage, _ kinds: [Kind], _ standsAlone: [Bool]) -> [Bool] {
        passage.texts.indices.map { index in
            index == 0 || passage.texts[index - 1].endsSentence || kinds[index - 1] == .sign
                || passage.starts.contains(index) && standsAlone[passage.places[index].line]
        }
    }

    /// Whether capitals tell names: neither headings nor languages that give one to all nouns do. Nil without frequent words.
    private static func isTelling(
        _ texts: [String], _ kinds: [Kind], _ opens: [Bool], _ words: PersonalWords
    ) -> Bool? {
        let inner = texts.indices.filter {
            kinds[$0] == .everyday && !opens[$0] && texts[$0].count > 1 && !words.isCapitalised(texts[$0])
                && !(texts[$0].mayBeName && words.isAlsoName(texts[$0]))
                // `Le Goff`
                && !(texts[$0].mayBeName && texts[$0].count <= particle
                    && texts.dropFirst($0 + 1).first?.mayBeName == true)
        }.map { texts[$0] }
        if inner.isEmpty { return nil }
        return capitals * inner.count(where: \.mayBeName) < inner.count
            && !words.capitaliseNouns(inner.filter { $0.first?.isLowercase == true })
    }

    /// Whether a word that is also a name, such as `Will`, is one here: within a sentence, or before what somebody does.
    private func isWordAsName(_ index: Int, _ texts: [String], _ kinds: [Kind], _ opens: [Bool]) -> Bool {
        guard kinds[index] != .known, texts[index].mayBeName, texts[index].contains(where: \.isLowercase),
            words.isAlsoName(texts[index])
        else { return false }
        // `3 May is`
        if words.isMonth(texts[index]), index == 0 || texts[index - 1].digitCount > 0 { return false }
        if opens[index] {
            return !texts[index].endsPhrase && index + 1 < texts.count
                && words.auxiliaries.contains(PersonalWords.plain(texts[index + 1]))
        }
        let before = PersonalWords.plain(texts[index - 1])
        return !words.isCapitalised(texts[index]) && !words.determiners.contains(before)
            && before.digitCount == 0
    }

    /// Whether a word that rules look for is a name within a sentence: it alone has a capital there, and no word before it says that it
    /// is a thing.
    private func isListedName(_ index: Int, _ texts: [String], _ opens: [Bool]) -> Bool {
        guard !opens[index], texts[index].count > 2, !words.isCapitalised(texts[index]) else { return false }
        let before = texts[index - 1]
        guard !before.endsPhrase, before.first?.isLowercase == true || opens[index - 1],
            before.contains(where: \.isLetter), !words.determiners.contains(PersonalWords.plain(before))
        else { return false }
        return index + 1 == texts.count || texts[index].endsPhrase
            || texts[index + 1].first?.isLowercase == true
            || texts[index + 1].mayBeName && texts[index + 1].endsPhrase && words.isListed(texts[index + 1])
                && !words.isCapitalised(texts[index + 1])
    }
}
