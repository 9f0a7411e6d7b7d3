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
    private let standsAlone: [Bool]
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
    /// A bubble that breaks lines is at least this wide, as a share of the picture's width.
    private static let narrowest = 0.5
    /// The words within names that have no capital, such as `van`, have at most this many letters.
    private static let particle = 3
    private static let briefWords = 2
    /// The width of a blank, as a share of the line's height.
    private static let blank = 0.3
    /// A word of more letters that are all capitals is no abbreviation.
    private static let abbreviation = 6
    /// Capitals tell no names in a passage where at least one in so many words has one, as in German and in headings.
    private static let capitals = 6

    /// - Parameter known: the places of links, amounts and organisations' names.
    init(
        _ transcript: Transcript, _ passages: [Passage], known: Set<WordPlace>, words: PersonalWords
    ) {
        (self.transcript, self.passages, self.words) = (transcript, passages, words)
        let kinds = transcript.lines.enumerated().map { number, line in
            line.words.enumerated().map { index, word in
                Self.kind(
                    of: word.text, isKnown: known.contains(WordPlace(line: number, word: index)), words)
            }
        }
        let standsAlone = Self.standsAlone(transcript.lines, Int(Self.narrowest * Double(transcript.width)))
        self.kinds = kinds
        self.standsAlone = standsAlone
        firstMessage = transcript.lines.indices.filter { number in
            Self.isProse(transcript.lines[number], kinds[number], standsAlone[number])
        }.map { transcript.lines[$0].box.y }.min()
    }

    /// Whether a line stands above all that is surely a message. Pages and pop-ups have no head that names somebody.
    func isHead(_ line: Transcript.Line) -> Bool {
        ![.webPage, .popUp].contains(transcript.layout)
            && firstMessage.map { line.box.y + line.box.height <= $0 } ?? true
    }

    /// The words of each finding.
    func found() -> [[WordPlace]] {
        transcript.lines.indices.compactMap { number in
            let places = unproven(in: number)
            return places.isEmpty ? nil : places.map { WordPlace(line: number, word: $0) }
        } + passages.filter { transcript.lines[$0.places[0].line].role.isMessage }.flatMap(names)
    }

    // MARK: Lines

    /// The indices of a line's words that are covered for where the line stands.
    private func unproven(in number: Int) -> [Int] {
        let line = transcript.lines[number]
        let letters = line.words.indices.filter {
            [.everyday, .listed, .unknown].contains(kinds[number][$0])
        }
        // In a conversation's head, a line of a word or two is a name, also if rules look for such words.
        let isBrief =
            letters.count <= Self.briefWords && transcript.layout == .chat && isHead(line)
            && line.words.last?.text.endsPhrase == false
        let unknown = letters.filter { index in
            kinds[number][index] == .unknown
                || isBrief && kinds[number][index] == .listed && line.words[index].text.isNamelike
        }
        guard !unknown.isEmpty, number != transcript.addressLine else { return [] }
        // A line without any harmless word is a name, or what somebody calls himself.
        let named =
            letters.count == unknown.count ? unknown : unknown.filter { line.words[$0].text.isNamelike }
        var covered: [Int] = []
        if !line.role.isMessage {
            covered = isKeys(line) ? [] : named
        } else if isHead(line), 2 * unknown.count >= letters.count {
            let isName = letters.count < Self.nameWords && !named.isEmpty
            covered = letters.filter { index in
                let text = line.words[index].text
                return named.contains(index)
                    || isName && text.mayBeName && (kinds[number][index] == .listed || text.count <= 2)
            }
        } else if isName(number, letters, unknown) {
            covered = letters
        }
        return covered.isEmpty || words.isAppLine(line) ? [] : covered
    }

    /// Whether a line among messages is nothing but a name, as apps write it above a bubble or in its first line.
    private func isName(_ number: Int, _ letters: [Int], _ unknown: [Int]) -> Bool {
        let texts = transcript.lines[number].words.map(\.text)
        return standsAlone[number] && !kinds[number].contains(.known)
            && ![.webPage, .popUp].contains(transcript.layout)
            && letters.count < Self.nameWords && 2 * unknown.count >= letters.count
            && texts.last?.endsSentence == false
            && letters.allSatisfy { index in
                texts[index].mayBeName && texts[index].hasCase
                    || kinds[number][index] == .unknown && texts[index].isNamelike && texts[index].hasCase
                    || texts[index].count <= Self.particle && index > 0 && index + 1 < texts.count
            }
    }

    /// Whether a line is keys or icons, which were read as single letters.
    private func isKeys(_ line: Transcript.Line) -> Bool { line.words.allSatisfy { $0.text.count <= 2 } }

    private static func isProse(_ line: Transcript.Line, _ kinds: [Kind], _ standsAlone: Bool) -> Bool {
        guard line.role.isMessage else { return false }
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

    private static func kind(of text: String, isKnown: Bool, _ words: PersonalWords) -> Kind {
        if isKnown { return .known }
        guard text.contains(where: \.isLetter) else { return .sign }
        if words.isEveryday(text) { return .everyday }
        if words.isListed(text) { return .listed }
        return text.isTime || text.isDate || text.isAmount ? .sign : .unknown
    }

    /// A line was broken for want of room if the next one's first word is too long for what is left of it.
    private static func standsAlone(_ lines: [Transcript.Line], _ narrowest: Int) -> [Bool] {
        var widths: [Int: (left: Int, right: Int)] = [:]
        for line in lines {
            let (left, right) = (line.box.x, line.box.x + line.box.width)
            let known = widths[line.block] ?? (left, right)
            widths[line.block] = (min(left, known.left), max(right, known.right))
        }
        func isBroken(after number: Int) -> Bool {
            guard lines.indices.contains(number), lines.indices.contains(number + 1),
                lines[number].block == lines[number + 1].block, let room = widths[lines[number].block],
                let next = lines[number + 1].words.first
            else { return false }
            let box = lines[number].box
            let width = Double(box.width + next.box.width) + blank * Double(box.height)
            return width > Double(max(narrowest, room.right - room.left))
        }
        return lines.indices.map { !isBroken(after: $0 - 1) && !isBroken(after: $0) }
    }

    // MARK: Prose

    /// Names within prose: words with capitals of which nothing is known, two in a row or within a sentence.
    private func names(in passage: Passage) -> [[WordPlace]] {
        let texts = passage.texts
        let kinds = passage.places.map { self.kinds[$0.line][$0.word] }
        let opens = texts.indices.map { index in
            index == 0 || texts[index - 1].endsSentence || kinds[index - 1] == .sign
                || passage.starts.contains(index) && standsAlone[passage.places[index].line]
        }
        let inner = texts.indices.filter { kinds[$0] == .everyday && !opens[$0] && texts[$0].count > 1 }
        let isTelling = Self.capitals * inner.count { texts[$0].mayBeName } < inner.count
        func mayBeNamed(_ index: Int, _ kind: Kind = .unknown) -> Bool {
            kinds[index] == kind && texts[index].mayBeName && texts[index].hasCase
                && !texts[index].isAbbreviation(Self.abbreviation)
        }
        var found: [[WordPlace]] = []
        var index = 0
        while index < texts.count {
            guard mayBeNamed(index) else {
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
                    && texts[end].first?.isLowercase == true
                    && mayBeNamed(end + 1)
                guard isParticle || mayBeNamed(end) || kinds[end] == .unknown && texts[end].mayBeMisread
                else { break }
                end += 1
            }
            // In another language a first name may be a word that rules look for.
            var start = index
            while start > 0, mayBeNamed(start - 1, .listed), !texts[start - 1].endsPhrase, !opens[start - 1] {
                start -= 1
            }
            while end < texts.count, mayBeNamed(end, .listed), !texts[end - 1].endsPhrase { end += 1 }
            // `Mira This works`: a name that an app writes before somebody's words.
            // `your Harbor Bank`: what somebody claims to be is to be seen.
            let goesOn =
                end < texts.count && kinds[end] == .everyday && texts[end].mayBeName && texts[end].count > 1
                && !texts[end - 1].endsPhrase && passage.places[end].line == passage.places[end - 1].line
            if isTelling ? opens[index] == goesOn || end - start > 1 && !goesOn : end - start > 1 {
                found.append((start..<end).map { passage.places[$0] })
            }
            index = end
        }
        return found
    }
}

extension String {
    /// Whether a sentence ends with the word.
    fileprivate var endsSentence: Bool { last.map { ".!?…。！？।؟".contains($0) } ?? false }

    /// Whether the word is of a script with capitals, which alone tell names in prose.
    fileprivate var hasCase: Bool { contains { $0.isUppercase || $0.isLowercase } }

    /// Whether the word may be one with a capital: text recognition takes `I` for `l`.
    fileprivate var mayBeMisread: Bool { first == "l" }

    /// Whether the word looks like a part of a name, or like a name on a messenger.
    fileprivate var isNamelike: Bool { mayBeName || isHandle || mayBeMisread }

    /// Whether all of a short word's letters are capitals.
    fileprivate func isAbbreviation(_ longest: Int) -> Bool {
        count <= longest && count > 1 && !contains(where: \.isLowercase)
    }

    /// Whether the word is built as names on messengers are: `mira_lund`, `mira.lund`, `@mira`, `mira92`.
    fileprivate var isHandle: Bool {
        if first == "@" { return count > 1 }
        let parts = split(omittingEmptySubsequences: false) { "._".contains($0) }
        let isJoined =
            parts.count > 1
            && parts.allSatisfy { $0.contains(where: \.isLetter) || $0.contains(where: \.isNumber) }
        return isJoined || (last?.isNumber == true && first?.isLetter == true)
    }
}
