import ScamTaxonomy
import TextAnalysis

/// Covers what stands in no sentence, unless it is known to be harmless: a time, a plain date, a count, words of interfaces. Nothing is
/// left there to being recognised as personal.
struct OutsideProse {
    let transcript: Transcript
    let words: PersonalWords
    let unproven: UnprovenWords
    let isProse: [Bool]
    /// The picture's languages of which there is a list of words.
    let languages: Set<Int>
    /// What is never covered: links, amounts, organisations' names.
    let isKept: (WordPlace) -> Bool

    /// A part of at most this many words may be nothing but a name.
    private static let nameWords = 4
    /// A number of at most this many digits may be a count.
    private static let countDigits = 3
    /// A label has at most this many words.
    private static let labelWords = 5
    /// The largest gap between a label and what stands below it, and between their beginnings, in heights of the label.
    private static let (gap, indent) = (1.8, 1.0)
    /// A word of a backup phrase has as many letters as this, and a list of them has at least so many.
    /// Without numbers before the words it takes more of them.
    private static let (phraseLetters, phraseWords, plainPhraseWords) = (3...8, 8, 11)

    /// The words of each finding. Those with digits are nobody's evidence but somebody's own.
    func found() -> (numbers: [[WordPlace]], words: [[WordPlace]]) {
        var numbers: [[WordPlace]] = []
        var found: [[WordPlace]] = []
        let parts = transcript.lines.indices.map { LinePart.all(of: transcript.lines[$0], number: $0) }
        for part in parts.joined() where part.line != transcript.addressLine {
            let covered = isProse[part.line] ? [] : covered(part)
            let digits = covered.filter { text($0).digitCount > 0 }
            if !digits.isEmpty { numbers.append(digits) }
            let rest = covered.filter { text($0).digitCount == 0 }
            if !rest.isEmpty { found.append(rest) }
        }
        for number in transcript.lines.indices where isProse[number] {
            numbers += transcript.lines[number].words.indices.map { WordPlace(line: number, word: $0) }
                .filter { !isKept($0) && (isIdentifier($0) || isJoinedName($0)) }.map { [$0] }
        }
        return (numbers, found + values(parts) + backupPhrases() + houses())
    }

    // MARK: Parts

    /// The words of a part that nothing proves harmless.
    private func covered(_ part: LinePart) -> [WordPlace] {
        let texts = part.places.map(text)
        let line = transcript.lines[part.line]
        if words.isWrittenByApps(texts.joined(separator: " "))
            || words.isTime(texts) && !texts.contains(where: \.isExpiry)
            || isStatus(line)
        {
            return []
        }
        let places = part.places.filter { !isKept($0) }
        let lettered = places.filter { text($0).contains(where: \.isLetter) }
        // What stands in brackets behind a name belongs to it.
        let open = lettered.filter { text($0).first != "(" }
        let isNamed = isNamed(open.isEmpty ? lettered : open)
        let isStrange = !lettered.contains { isHarmless($0) || text($0).mayBeName }
        return places.filter { place in
            let text = text(place)
            if text.digitCount > 0 { return !isPlainNumber(place, part) }
            guard text.contains(where: \.isLetter) else { return false }
            if isNamed { return true }
            if !text.hasCase { return !unproven.isEveryday(place) && !words.isInterface(text) }
            if text.first?.isLowercase == true || text.first == "(" {
                // Beside other words one that isn't known may be any; alone it is what somebody is called, or a secret.
                return isJoinedName(place)
                    || !isHarmless(place)
                        && (isStrange || !text.isPlainWord || text.first == "(" || !isInLists(text))
            }
            return !isHarmlessCapital(place, part)
        }
    }

    /// Whether a word is in a list of the picture's languages, or in any if these aren't known. There are none of other letters.
    private func isInLists(_ text: String) -> Bool {
        !text.isLatin || words.isInLists(text, of: languages.isEmpty ? nil : languages)
    }

    private func isHarmless(_ place: WordPlace) -> Bool {
        unproven.isEveryday(place) || unproven.isListed(place) || words.isInterface(text(place))
    }

    /// Whether a part is nothing but words with capitals, as names are, and not all of them are words of interfaces.
    private func isNamed(_ lettered: [WordPlace]) -> Bool {
        guard !lettered.isEmpty, lettered.count <= Self.nameWords,
            lettered.allSatisfy({ place in
                let text = text(place)
                return text.hasCase
                    && (text.mayBeName || text.mayBeMisread && !isHarmless(place) && !isInLists(text))
                    || text.count <= 3 && place != lettered[0] && !words.isInterface(text)
            }),
            !lettered.dropLast().contains(where: { text($0).endsSentence && text($0).count > 3 }),
            !words.greetings.contains(PersonalWords.plain(text(lettered[0]))) || lettered.count == 1
        else { return false }
        let inMessage = transcript.lines[lettered[0].line].role.isMessage
        // `Northfield Bank:` begins a message.
        if text(lettered[lettered.count - 1]).last == ":", lettered.contains(where: isHarmless) {
            return false
        }
        return !lettered.allSatisfy { place in
            let text = text(place)
            // `Grace` alone may be a name, and `Pay` a button.
            if words.isAlsoName(text) { return false }
            let isListed = unproven.isListed(place) && inMessage && (lettered.count == 1 || text.endsPhrase)
            return words.isInterface(text) || isListed || inMessage && unproven.isEveryday(place)
        }
    }

    /// Whether a word with a capital, in a part that isn't a name, is harmless.
    private func isHarmlessCapital(_ place: WordPlace, _ part: LinePart) -> Bool {
        let text = text(place)
        let isFirst = place.word == part.words.lowerBound
        let line = transcript.lines[part.line].words
        let beside = [place.word - 1, place.word + 1].filter { line.indices.contains($0) }
        if words.isMonth(text), beside.contains(where: { line[$0].text.digitCount > 0 }) { return true }
        if words.isAlsoName(text) {
            let next = WordPlace(line: place.line, word: place.word + 1)
            let isBegun =
                isFirst && next.word < part.words.upperBound && self.text(next).first?.isLowercase == true
            if !isBegun || text.contains("'") || text.contains("’") || !unproven.isEveryday(next) {
                return false
            }
        }
        if words.isName(text), !unproven.isEveryday(place) { return false }
        if text.count < 3, !unproven.isEveryday(place) || text.count < 2 && !isFirst { return false }
        return words.isInterface(text) || unproven.isEveryday(place) || isFirst && unproven.isListed(place)
    }

    /// Whether a line is the phone's top bar.
    private func isStatus(_ line: Transcript.Line) -> Bool {
        line.role == .chrome && line.words.contains { $0.text.isTime }
            && !line.words.contains { $0.text.count > 5 }
    }

    // MARK: Numbers

    /// Whether a word with digits is a time, a date, an amount or a count.
    private func isPlainNumber(_ place: WordPlace, _ part: LinePart) -> Bool {
        let text = text(place)
        if text.isTime || text.isDate && !text.isExpiry || text.isAmount || text.hasSuffix("%") {
            return true
        }
        let after =
            place.word + 1 < part.words.upperBound
            ? self.text(WordPlace(line: place.line, word: place.word + 1)) : ""
        let before =
            place.word > part.words.lowerBound
            ? self.text(WordPlace(line: place.line, word: place.word - 1)) : ""
        let isDated = [before, after].contains { words.isMonth($0) || words.isTime([$0]) }
        if text.isYear { return isDated || before.first?.isLowercase == true }
        guard text.digitCount <= Self.countDigits else { return false }
        let letters = text.filter(\.isLetter)
        if isDated, text.digitCount <= 2, letters.count <= 2 { return true }
        if !letters.isEmpty { return text.isCountWithUnit }
        // `12 photos`, and `4 of 5`
        return after.first?.isLowercase == true && after.count > 1
            && isHarmless(WordPlace(line: place.line, word: place.word + 1))
            && before.digitCount == 0
    }

    /// Whether a word of a sentence is by its shape what somebody or something is known by: `a1b2-c3d4`, `2LE`, `482`.
    private func isIdentifier(_ place: WordPlace) -> Bool {
        let text = text(place)
        guard text.digitCount > 0, !text.isTime, !text.isDate, !text.isYear, !text.isAmount,
            !text.contains("%")
        else { return false }
        if text.contains(where: \.isLetter) {
            return !text.isCountWithUnit && text.hasCase
                && (text.digitCount > 1 || text.contains(where: \.isUppercase))
        }
        let line = transcript.lines[place.line].words
        let after = place.word + 1 < line.count ? line[place.word + 1].text : ""
        // `+1`, behind which a number was broken
        if text.first == "+" { return true }
        return text.digitCount >= Self.countDigits && after.first?.isLowercase != true
    }

    /// Short numbers of sentences that count nothing, with the abbreviation before them: `no. 12`.
    private func houses() -> [[WordPlace]] {
        transcript.lines.indices.filter { isProse[$0] }.flatMap { number -> [[WordPlace]] in
            let line = transcript.lines[number].words
            return line.indices.filter { index in
                let text = line[index].text
                guard text.digitCount > 0, !text.contains(where: \.isLetter), !text.isTime, !text.isDate,
                    !text.isAmount, !text.contains("%"), !isKept(WordPlace(line: number, word: index))
                else { return false }
                let after = index + 1 < line.count ? line[index + 1].text : ""
                let before = index > 0 ? line[index - 1].text : ""
                return after.first?.isLowercase != true && ![before, after].contains(where: words.isMonth)
            }.map { index in
                let isShortened =
                    index > 0 && line[index - 1].text.count <= Self.abbreviation
                    && line[index - 1].text.last.map { ".°º".contains($0) } == true
                return (isShortened ? [index - 1, index] : [index]).map { WordPlace(line: number, word: $0) }
            }
        }
    }

    /// The most letters of an abbreviation before a number, with its sign.
    private static let abbreviation = 4

    /// Whether a word of a sentence is made as names on messengers are: `mira_lund`, `mira.lund`. `now.Please` is two words.
    private func isJoinedName(_ place: WordPlace) -> Bool {
        let parts = PersonalWords.plain(text(place)).split(omittingEmptySubsequences: false) {
            "._".contains($0)
        }
        guard parts.count > 1, parts.allSatisfy({ $0.count > 2 }), text(place).hasCase,
            !text(place).contains(where: { !$0.isLetter && !$0.isNumber && !"._,;:!?@".contains($0) })
        else { return false }
        return text(place).contains("_") || text(place).allSatisfy { !$0.isUppercase } && !isHarmless(place)
    }

    // MARK: Forms

    /// What stands beside or below labels such as `Passenger`.
    private func values(_ parts: [[LinePart]]) -> [[WordPlace]] {
        var found: [[WordPlace]] = []
        for part in parts.joined() where isLabel(part) {
            let label = box(part)
            let height = Double(label.height)
            let row = parts.joined().filter { other in
                let box = box(other)
                return box.x >= label.x + label.width
                    && abs(2 * box.y + box.height - 2 * label.y - label.height) < label.height
            }
            if let beside = row.min(by: { box($0).x < box($1).x }), !isLabel(beside) {
                found.append(value(beside))
                // `Security answer: first pet`, and the answer below it
                guard beside.line == part.line, part.places.last.map({ text($0).last == ":" }) == true else {
                    continue
                }
            }
            let below = parts.joined().filter { other in
                let box = box(other)
                let between = Double(box.y - label.y - label.height)
                return between > -0.4 * height && between <= Self.gap * height
                    && abs(Double(box.x - label.x)) <= Self.indent * height
            }
            if let value = below.min(by: { box($0).y < box($1).y }), !isLabel(value) {
                found.append(self.value(value))
            }
        }
        return found.filter { !$0.isEmpty }
    }

    private func isLabel(_ part: LinePart) -> Bool {
        let texts = part.places.map(text)
        return texts.count <= Self.labelWords && (!isProse[part.line] || texts.last?.last == ":")
            && texts.contains(where: words.isLabel)
            && texts.allSatisfy { $0.digitCount == 0 }
            && part.places.allSatisfy { place in
                !text(place).contains(where: \.isLetter) || isHarmless(place)
            }
    }

    private func value(_ part: LinePart) -> [WordPlace] {
        let texts = part.places.map(text)
        if words.isWrittenByApps(texts.joined(separator: " "))
            || isProse[part.line] && texts.count > Self.labelWords
        {
            return []
        }
        return part.places.filter { place in
            !isKept(place) && text(place).contains { $0.isLetter || $0.isNumber } && !text(place).isAmount
        }
    }

    // MARK: Backup phrases

    /// Lists of words by which a wallet is restored: many short ones, in lower case, without a sentence's frequent ones.
    private func backupPhrases() -> [[WordPlace]] {
        var found: [[WordPlace]] = []
        var run: [WordPlace] = []
        var numbers = 0
        func close() {
            let isNumbered = 2 * numbers >= run.count
            if run.count >= (isNumbered ? Self.phraseWords : Self.plainPhraseWords) { found.append(run) }
            (run, numbers) = ([], 0)
        }
        for (number, line) in transcript.lines.enumerated() {
            for index in line.words.indices {
                let place = WordPlace(line: number, word: index)
                let letters = line.words[index].text.filter(\.isLetter)
                // The words may be numbered.
                if letters.isEmpty, line.words[index].text.digitCount > 0 {
                    numbers += 1
                    continue
                }
                let isPart =
                    Self.phraseLetters.contains(letters.count)
                    && letters.allSatisfy { $0.isASCII && $0.isLowercase }
                    && !words.isFunctionWord(letters) && !isKept(place)
                if !isPart { close() }
                if isPart { run.append(place) }
                if line.words[index].text.endsPhrase, line.words[index].text.last != "," { close() }
            }
        }
        close()
        return found
    }

    private func text(_ place: WordPlace) -> String { transcript.lines[place.line].words[place.word].text }

    private func box(_ part: LinePart) -> Box {
        let boxes = transcript.lines[part.line].words[part.words].map(\.box)
        return boxes.dropFirst().reduce(boxes[0]) { $0.union($1) }
    }
}

extension String {
    /// Whether the word is a month and a year, as a card's validity is: `09/27`.
    fileprivate var isExpiry: Bool { wholeMatch(of: /\W?(0\d|1[0-2])\/(1[3-9]|[2-9]\d)\W?/) != nil }

    /// Whether the word has nothing but letters, beside signs at its ends.
    fileprivate var isPlainWord: Bool {
        PersonalWords.plain(self).allSatisfy { $0.isLetter || "'’-".contains($0) }
    }

    /// Whether the word is a number with a unit or an ordinal's ending: `12h`, `2nd`, `500g`, `x3`, `5★`.
    fileprivate var isCountWithUnit: Bool {
        wholeMatch(
            of:
                /\W?(\d{1,3}([.,]\d{1,2})?\s?(h|m|s|d|w|x|g|kg|km|ml|l|cm|mm|min|mins|hrs?|st|nd|rd|th|am|pm|AM|PM|K|k|MB|GB|TB|G|e|er|ème|º|ª|j)|[x×]\d{1,2})\W?/
        ) != nil
            || wholeMatch(of: /\d{1,4}(年|月|日|时|時|点|點|分|小时|小時|天|元)(\d{1,2}(月|日|时|時|点|點|分)){0,2}\W?/) != nil
    }
}
