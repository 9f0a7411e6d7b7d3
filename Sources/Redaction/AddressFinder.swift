import ScamTaxonomy
import TextAnalysis

/// Finds postal addresses as far as words show them: a street with its number, and a postcode with its town.
struct AddressFinder {
    let words: PersonalWords

    /// The largest number of words between a house's number and the word for street, and behind them.
    private static let reach = 4

    /// The indices of the words of each address.
    func addresses(in passage: Passage) -> [[Int]] {
        let texts = passage.texts
        var result: [[Int]] = []
        var index = 0
        while index < texts.count {
            guard let end = street(at: index, in: passage) ?? town(at: index, in: passage) else {
                index += 1
                continue
            }
            let whole = extended(end, in: texts)
            result.append(Array(beginning(index, in: texts)...whole))
            index = whole + 1
        }
        return result
    }

    /// Returns the last word of a street with its number that begins here.
    private func street(at index: Int, in passage: Passage) -> Int? {
        let texts = passage.texts
        let next = texts.indices.dropFirst(index + 1)
        if texts[index].isHouse {
            // 12 High Street; 5 rue de la Paix
            for place in next.prefix(Self.reach) {
                if words.endsStreet(texts[place]), place > index + 1 { return place }
                if words.beginsStreet(texts[place]),
                    isNamed(place + 1, in: texts) || isCut(place + 1, in: passage)
                {
                    return place
                }
                // 27 bis, avenue Jean Jaurès
                guard texts[place].mayBeName || place == index + 1 && texts[place].count <= Self.reach else {
                    return nil
                }
            }
        } else if words.isStreetName(texts[index]), texts[index].mayBeName {
            // Hauptstraße 5
            guard let house = next.first, texts[house].isHouse else { return nil }
            return house
        } else if words.beginsStreet(texts[index]) {
            // Via Roma 10; Calle de Alcalá, 5
            for place in next.prefix(Self.reach) {
                if texts[place].isHouse { return isNamed(index + 1, in: texts) ? place : nil }
                guard texts[place].mayBeName || texts[place].count <= 3 else { return nil }
            }
        }
        return nil
    }

    /// Whether a street's name may begin here: with a capital, or with a short word such as `de` and a capital behind it.
    private func isNamed(_ index: Int, in texts: [String]) -> Bool {
        let name = texts.dropFirst(index).prefix(3)
        return name.contains { $0.mayBeName } && name.prefix { !$0.mayBeName }.allSatisfy { $0.count <= 3 }
    }

    /// Whether a line ends here or behind short words such as `de`, and the street's name stands elsewhere.
    private func isCut(_ index: Int, in passage: Passage) -> Bool {
        let rest = passage.texts.indices.dropFirst(index).prefix(2).first {
            passage.starts.contains($0) || passage.texts[$0].count > 3
        }
        return rest.map { passage.starts.contains($0) } ?? true
    }

    /// Returns the last word of a postcode and its town that begin here.
    private func town(at index: Int, in passage: Passage) -> Int? {
        let texts = passage.texts
        let text = texts[index]
        guard text.count == 2 || text.digitCount > 0 else { return nil }
        let next = index + 1 < texts.count ? texts[index + 1] : ""
        // SW1A 1AA; NY 10001
        if text.wholeMatch(of: /[A-Z]{1,2}\d[A-Z\d]?/) != nil, next.wholeMatch(of: /\d[A-Z]{2}\W?/) != nil {
            return index + 1
        }
        if text.wholeMatch(of: /[A-Z]{2}/) != nil, next.wholeMatch(of: /\d{5}(-\d{4})?\W?/) != nil {
            return index + 1
        }
        // 1234 AB Amsterdam
        if text.wholeMatch(of: /\d{4}/) != nil, next.wholeMatch(of: /[A-Z]{2}/) != nil,
            index + 2 < texts.count,
            texts[index + 2].wholeMatch(of: /\p{Lu}\p{Ll}+\W?/) != nil
        {
            return index + 2
        }
        // 10115 Berlin, where a line or a part of it begins
        let isAlone =
            passage.starts.contains(index) && (passage.starts.contains(index + 2) || index + 2 == texts.count)
        guard isAlone || index > 0 && texts[index - 1].hasSuffix(","),
            text.wholeMatch(of: /([A-Z]{1,2}-)?\d{4,5}/) != nil,
            next.wholeMatch(of: /\p{Lu}\p{Ll}+\W?/) != nil,
            !words.isCommon(next)
        else { return nil }
        return index + 1
    }

    /// Returns where an address begins whose street or house was found: with a flat's number before it, as in `Flat 3, 12 High Street`.
    private func beginning(_ street: Int, in texts: [String]) -> Int {
        guard street > 1, texts[street - 1].last == ",", texts[street - 1].isHouse,
            texts[street - 2].mayBeName
        else { return street }
        return street - 2
    }

    /// Goes on over what belongs to an address: further names, short words between them, and a postcode.
    private func extended(_ end: Int, in texts: [String]) -> Int {
        var last = end
        for place in texts.indices.dropFirst(end + 1).prefix(2 * Self.reach) {
            if texts[place - 1].endsPhrase, texts[place - 1].last != "," { break }
            let plain = PersonalWords.plain(texts[place])
            if words.conjunctions.contains(plain) || words.greetings.contains(plain) { break }
            let goesOn = texts[place].mayBeName || texts[place].digitCount >= 4
            if goesOn { last = place } else if texts[place].count > 3 { break }
        }
        return last
    }
}

extension String {
    /// Whether the word is a house's number: `12`, `12b`, `88-2`.
    var isHouse: Bool {
        first?.isNumber == true && wholeMatch(of: /\d{1,4}([-\/]\d{1,3})?\p{L}?,?/) != nil
    }
}

/// Completes addresses by their lines. One that isn't a sentence goes whole, and with it the line beside it that goes on with it, and the
/// name above.
struct AddressLines {
    let transcript: Transcript
    let words: PersonalWords
    let unproven: UnprovenWords

    /// The largest gap between two lines of an address, and between their beginnings, in heights of a line.
    private static let (gap, indent) = (1.5, 1.0)
    /// The largest number of words of a line that is known for a street by its shape, and of a name.
    private static let (streetWords, nameWords) = (5, 4)

    /// The lines that aren't sentences and are addresses by their shape: a name with a house number, or a postcode with a hyphen.
    func byShape() -> [[WordPlace]] {
        transcript.lines.indices.filter { number in
            let texts = transcript.lines[number].words.map(\.text)
            let named = texts.indices.filter { isNamed(number, $0) }
            guard !named.isEmpty, !isSentence(number, besides: []), !texts.contains(where: \.isTime) else {
                return false
            }
            // Meguro-ku, Tokyo 153-0061; 60-286 Poznań
            let postcode = texts.contains {
                $0.digitCount > 4 && $0.wholeMatch(of: /(\d{3}-\d{4}|\d{5}-\d{3}|\d{2}-\d{3})\W?/) != nil
            }
            // 3-14-8 Nakameguro
            let blocks = named.contains { place in
                place > 0 && texts[place - 1].wholeMatch(of: /\d{1,2}(-\d{1,2}){1,3}/) != nil
            }
            // Oude Markt 15
            let house =
                (3...Self.streetWords).contains(texts.count) && texts.last?.isHouse == true
                && texts.dropLast().allSatisfy(\.mayBeName)
            return postcode || blocks || house
        }.map(places)
    }

    /// What belongs to addresses of which these words were found.
    func rest(of found: Set<WordPlace>) -> [(kind: RedactedKind, places: [WordPlace])] {
        var result: [(kind: RedactedKind, places: [WordPlace])] = []
        for number in Set(found.map(\.line)).sorted() where !isSentence(number, besides: found) {
            result.append((.address, places(of: number)))
            if isBeside(number, number + 1), goesOn(number + 1, found, needsDigit: false) {
                result.append((.address, places(of: number + 1)))
            }
            var top = number
            if isBeside(top - 1, top), goesOn(top - 1, found, needsDigit: true) {
                top -= 1
                result.append((.address, places(of: top)))
            }
            if isBeside(top - 1, top), mayBeWhose(top - 1) { result.append((.name, places(of: top - 1))) }
        }
        return result
    }

    /// Whether a line goes on with an address: it is none that apps write, has no time, and only capitals and digits.
    private func goesOn(_ number: Int, _ found: Set<WordPlace>, needsDigit: Bool) -> Bool {
        let line = transcript.lines[number]
        let texts = line.words.map(\.text)
        return !isSentence(number, besides: found) && !words.isAppLine(line)
            && !words.greetings.contains(PersonalWords.plain(texts.first ?? ""))
            && !texts.contains { $0.isTime || $0.hasSuffix(":") || $0.hasSuffix("%") }
            && (!needsDigit || texts.contains { $0.digitCount > 0 })
            && texts.indices.contains { isNamed(number, $0) || texts[$0].digitCount > 3 }
            && texts.allSatisfy { $0.mayBeName || $0.digitCount > 0 || $0.count <= 3 }
    }

    /// Whether a line names who lives at the address below it.
    private func mayBeWhose(_ number: Int) -> Bool {
        let line = transcript.lines[number]
        let texts = line.words.map(\.text)
        return ![.webPage, .popUp].contains(transcript.layout) && texts.count <= Self.nameWords
            && texts.allSatisfy { $0.mayBeName && $0.digitCount == 0 && $0.hasCase && !$0.hasSuffix(":") }
            && texts.contains { $0.count > 2 } && !words.isAppLine(line)
    }

    private func isBeside(_ upper: Int, _ lower: Int) -> Bool {
        guard transcript.lines.indices.contains(upper), transcript.lines.indices.contains(lower) else {
            return false
        }
        let (line, below) = (transcript.lines[upper], transcript.lines[lower])
        return line.role == below.role && line.isAbove(below, gap: Self.gap, indent: Self.indent)
    }

    /// Whether a line has an everyday word in lower case beside an address's words.
    private func isSentence(_ number: Int, besides found: Set<WordPlace>) -> Bool {
        let words = transcript.lines[number].words
        return words.indices.contains { index in
            let place = WordPlace(line: number, word: index)
            let text = words[index].text
            return !found.contains(place) && text.first?.isLowercase == true && text.count > 1
                && unproven.isEveryday(place) && !self.words.beginsStreet(text)
        }
    }

    /// Whether a word is a name by its capital, and nothing proves it harmless.
    private func isNamed(_ number: Int, _ index: Int) -> Bool {
        let text = transcript.lines[number].words[index].text
        return text.mayBeName && text.count > 2 && unproven.isUnknown(WordPlace(line: number, word: index))
    }

    /// The words of a line, behind a label such as `Address:`.
    private func places(of number: Int) -> [WordPlace] {
        let texts = transcript.lines[number].words.map(\.text)
        let start = texts.prefix(2).lastIndex { $0.hasSuffix(":") }.map { $0 + 1 } ?? 0
        return texts.indices.dropFirst(start < texts.count ? start : 0).map {
            WordPlace(line: number, word: $0)
        }
    }
}
