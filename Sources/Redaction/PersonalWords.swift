import Foundation
package import TextAnalysis

/// What languages know of the words around names and addresses.
package struct PersonalWords: Sendable {
    let greetings: Set<String>
    /// Words that stand in a name's place: `customer`.
    let addressees: Set<String>
    let titles: Set<String>
    /// Words for streets behind a street's name, before it, and at its end.
    private let streets: Set<String>
    private let streetBeginnings: Set<String>
    private let streetEndings: [String]
    /// What apps write in places where names stand.
    private let appPhrases: [PhraseSet]
    let mailSenders: PhraseSet
    /// Words of lines that say when something was sent.
    private let times: Set<String>
    /// Frequent words, which aren't names.
    private let common: Set<String>

    package init(_ languages: Languages) {
        greetings = Set(languages.words(.greetings).map(Self.plain))
        addressees = Set(languages.words(.addressees).map(Self.plain))
        titles = Set(languages.words(.titles).map(Self.plain))
        let streets = languages.words(.streets)
        self.streets = Set(streets.filter { !$0.contains("*") }.map(Self.plain))
        streetBeginnings = Set(streets.filter { $0.hasSuffix("*") }.map(Self.plain))
        streetEndings = streets.filter { $0.hasPrefix("*") }.map { Self.plain($0) }
        appPhrases = [
            .presence, .placeholders, .buttons, .controls, .mailMarks, .mailRecipients, .mailAnswers, .days,
            .ages,
            .notices, .keys,
        ].map(languages.phrases)
        mailSenders = languages.phrases(.mailSenders)
        times = Set(
            [.timestamps, .days, .ages, .ago, .ageUnits, .clockSuffixes].flatMap { languages.list($0) }.map(
                Self.plain))
        common = Set(
            languages.profiles.flatMap { $0.functionWords.map(Self.plain) + $0.messageWords.map(Self.plain) })
    }

    /// A word in lower case without accents, and without signs at its ends.
    static func plain(_ word: String) -> String {
        let folded = word.lowercased().folding(options: .diacriticInsensitive, locale: nil)
        let isInner = { (character: Character) in character.isLetter || character.isNumber }
        guard let first = folded.firstIndex(where: isInner), let last = folded.lastIndex(where: isInner)
        else {
            return ""
        }
        return String(folded[first...last])
    }

    func isCommon(_ word: String) -> Bool { common.contains(Self.plain(word)) }

    /// Whether a word stands behind a street's name: `Street`.
    func endsStreet(_ word: String) -> Bool { streets.contains(Self.plain(word)) || isStreetName(word) }

    /// Whether a word stands before a street's name: `rue`.
    func beginsStreet(_ word: String) -> Bool { streetBeginnings.contains(Self.plain(word)) }

    /// Whether a word is a street's name with the word for street in it: `Hauptstraße`.
    func isStreetName(_ word: String) -> Bool {
        let plain = Self.plain(word)
        return streetEndings.contains { plain.count > $0.count + 1 && plain.hasSuffix($0) }
    }

    /// Whether words say when something was sent: `Today`, `14 October`, `5 min ago`.
    func isTime(_ texts: [String]) -> Bool {
        texts.allSatisfy { text in
            let plain = Self.plain(text)
            return times.contains(plain) || plain.isEmpty || plain.digitCount > 0 && plain.digitCount <= 2
                || text.isTime || text.isDate || text.isYear
        } && texts.contains { times.contains(Self.plain($0)) || $0.isTime || $0.isDate }
    }

    /// Whether an app writes such a line.
    func isWrittenByApps(_ line: String) -> Bool {
        let text = line.lowercased()
        return appPhrases.contains { $0.contains(text) }
    }
}

extension String {
    /// Whether the word may be a name: it begins with a capital, or is of a script without capitals.
    var mayBeName: Bool {
        guard let first = first(where: { $0.isLetter || $0.isNumber }), first.isLetter else { return false }
        return !first.isLowercase
    }

    /// Whether a sentence or a part of it ends here.
    var endsPhrase: Bool { last.map { ",!.:;?،。，！：)…".contains($0) } ?? false }

    var digitCount: Int { unicodeScalars.count { $0.properties.numericType == .decimal } }
}
