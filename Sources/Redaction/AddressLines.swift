import ScamTaxonomy
import TextAnalysis

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
