package import Foundation
package import TextAnalysis

/// What languages know of the words around names and addresses.
package struct PersonalWords: Sendable {
    let greetings: Set<String>
    /// Greetings that aren't names too, as Hindi's `Priya` is.
    private let salutations: Set<String>
    /// Words that stand in a name's place: `customer`.
    let addressees: Set<String>
    let titles: Set<String>
    /// Words that join names but are no part of them: `and`.
    let conjunctions: Set<String>
    /// Words before a noun that is no name: `your`.
    let determiners: Set<String>
    /// Words that go on with what somebody does, behind who it is: `will`.
    let auxiliaries: Set<String>
    /// Words for streets behind a street's name, before it, and at its end.
    private let streets: Set<String>
    private let streetBeginnings: Set<String>
    private let streetEndings: [String]
    /// What apps write in places where names stand.
    private let appPhrases: [PhraseSet]
    let mailSenders: PhraseSet
    /// Words of lines that say when something was sent.
    private let times: Set<String>
    /// Frequent words of languages that write all nouns with a capital.
    private let wordsBesideNouns: Set<String>
    /// The index of the language in which texts of no other are.
    private let defaultLanguage: Int
    /// The languages, as indices, that write all nouns with a capital.
    let capitalisesNouns: Set<Int>
    /// The languages, as indices, that write compounds as one word.
    private let writesCompounds: Set<Int>
    /// Frequent words, which aren't names.
    private let common: Set<String>
    /// The frequent words of each language, in the order of the languages' profiles.
    private let frequent: [Set<String>]
    /// The names that Tesseract has for each of these languages.
    private let tessdata: [[String]]
    /// The words of what apps write.
    private let appWords: Set<String>
    /// The most frequent words of all languages.
    private let functionWords: Set<String>
    /// Words of menus, buttons and headings.
    private let interface: Set<String>
    /// Words of forms beside or above what is somebody's own: `passenger`.
    private let labels: Set<String>
    /// Words that are names too: `grace`.
    private let wordNames: Set<String>
    /// The names of months.
    private let months: Set<String>
    /// Words with a capital that name nobody: `English`.
    private let properWords: Set<String>
    /// The words that rules look for.
    private let vocabulary: KnownWords
    private let lists: WordLists

    /// - Parameter lists: the folder of the lists of words.
    package init(_ languages: Languages, vocabulary: KnownWords, lists: URL) {
        self.vocabulary = vocabulary
        self.lists = WordLists(directory: lists, languages: languages.profiles.map(\.language))
        let greetings = Set(languages.words(.greetings).map(Self.plain))
        let (lists, listed) = (self.lists, self.lists.listed)
        self.greetings = greetings
        salutations = greetings.filter { greeting in
            !lists.isName(greeting) || listed.contains { lists.contains(greeting, in: $0) }
        }
        addressees = Set(languages.words(.addressees).map(Self.plain))
        titles = Set(languages.words(.titles).map(Self.plain))
        conjunctions = Set(languages.words(.conjunctions).map(Self.plain))
        determiners = Set(languages.words(.determiners).map(Self.plain))
        auxiliaries = Set(languages.words(.auxiliaries).map(Self.plain))
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
        let frequent = { (profile: LanguageProfile) in
            profile.functionWords.map(Self.plain) + profile.messageWords.map(Self.plain)
        }
        self.frequent = languages.profiles.map { Set(frequent($0)) }
        tessdata = languages.profiles.map(\.tessdata)
        common = Set(languages.profiles.flatMap(frequent))
        functionWords = Set(languages.profiles.flatMap(\.functionWords).map(Self.plain))
        interface = Set(languages.words(.interface).map(Self.plain))
        labels = Set(languages.words(.labels).map(Self.plain))
        wordNames = Set(languages.words(.wordNames).map(Self.plain))
        months = Set(languages.words(.months).map(Self.plain))
        properWords = Set(languages.words(.properWords).map(Self.plain))
        defaultLanguage = languages.profiles.firstIndex(where: \.isDefault) ?? 0
        let profiles = languages.profiles
        writesCompounds = Set(profiles.indices.filter { profiles[$0].writesCompounds })
        capitalisesNouns = Set(profiles.indices.filter { profiles[$0].capitalisesNouns })
        wordsBesideNouns = Set(profiles.filter(\.capitalisesNouns).flatMap(frequent))
        appWords = Set(
            ScreenPhraseList.allCases.flatMap { languages.list($0) }.flatMap {
                $0.split(whereSeparator: { !$0.isLetter }).map { Self.plain(String($0)) }
            })
    }

    /// A word in lower case without accents, and without signs at its ends.
    static func plain(_ word: String) -> String {
        let bytes = word.utf8
        if bytes.allSatisfy({ $0 < 0x80 }) {
            // Most words are of such letters, and folding by locale takes many times as long.
            let isInner = { (byte: UInt8) in
                Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber
            }
            guard let first = bytes.firstIndex(where: isInner), let last = bytes.lastIndex(where: isInner)
            else { return "" }
            return word[first...last].lowercased()
        }
        let folded = word.lowercased().folding(options: .diacriticInsensitive, locale: nil)
        let isInner = { (character: Character) in character.isLetter || character.isNumber }
        guard let first = folded.firstIndex(where: isInner), let last = folded.lastIndex(where: isInner)
        else {
            return ""
        }
        return String(folded[first...last])
    }

    /// Whether most of a text's frequent words are those of a language that writes all nouns with a capital.
    func capitaliseNouns(_ frequent: [String]) -> Bool {
        2 * frequent.count { wordsBesideNouns.contains(Self.plain($0)) } >= max(1, frequent.count)
    }

    /// Whether a word has a capital wherever it stands, or one that names nobody: `Monday`, `Customer`, `Mrs`.
    func isCapitalised(_ word: String) -> Bool {
        let plain = Self.plain(word)
        return [times, addressees, salutations, titles, properWords].contains { $0.contains(plain) }
    }

    func isCommon(_ word: String) -> Bool { common.contains(Self.plain(word)) }

    /// Whether a word is frequent, or apps write it, or it stands in a name's place. So must be all parts of a word with signs in it.
    func isEveryday(_ word: String) -> Bool {
        isCommon(word) || Self.parts(of: word).allSatisfy { isEverydayPart($0) }
    }

    /// The languages of a picture, as indices: those of whose frequent words it has most. and those in which it was read. All, if it has
    /// hardly any.
    func languages(of transcript: Transcript) -> Set<Int> {
        let texts = Set(
            transcript.lines.flatMap(\.words).map(\.text).filter { $0.first?.isLowercase == true }.map(
                Self.plain))
        let counts = frequent.map { $0.intersection(texts).count }
        let most = counts.max() ?? 0
        // Of a few words no language is told.
        guard most >= Self.leastWords else { return Set(frequent.indices) }
        return Set(
            frequent.indices.filter { language in
                tessdata[language].contains { transcript.languages.contains($0) }
                    || Self.share * counts[language] >= most
            })
    }

    /// A picture's language has at least this many of the frequent words on it, and so many times as few as the one with most.
    private static let (leastWords, share) = (3, 2)

    /// Whether a word is frequent in one of these languages, or apps write it, or it stands in a name's place.
    func isEveryday(_ word: String, in languages: Set<Int>) -> Bool {
        let plain = Self.plain(word)
        return languages.contains { frequent[$0].contains(plain) }
            || Self.parts(of: word).allSatisfy { part in
                let plain = Self.plain(String(part))
                // `I've`
                let isEnding =
                    part.count <= 2 && part.startIndex > word.startIndex && part.endIndex <= word.endIndex
                    && "'’".contains(word[word.index(before: part.startIndex)])
                return plain.count < 2 || isEnding || languages.contains { frequent[$0].contains(plain) }
                    || [times, appWords, addressees, salutations, titles].contains { $0.contains(plain) }
            }
    }

    /// Whether all parts of a word stand in menus, on buttons, as headings or in forms.
    func isInterface(_ word: String) -> Bool {
        Self.parts(of: word).allSatisfy { part in
            let plain = Self.plain(String(part))
            return [interface, labels, times, months, addressees, salutations].contains { $0.contains(plain) }
        }
    }

    /// Whether a word of a form stands beside or above what is somebody's own.
    func isLabel(_ word: String) -> Bool {
        Self.parts(of: word).contains { labels.contains(Self.plain(String($0))) }
    }

    /// Whether a word is a name too.
    func isAlsoName(_ word: String) -> Bool {
        wordNames.contains(Self.plain(Self.parts(of: word).first.map(String.init) ?? ""))
    }

    /// Whether people have the word as a name, and neither menus nor grammar need it.
    func isName(_ word: String) -> Bool {
        Self.parts(of: word).contains { part in
            let plain = Self.plain(String(part))
            return plain.count >= Self.shortestName && lists.isName(plain)
                && (wordNames.contains(plain)
                    || ![times, determiners, auxiliaries, conjunctions, interface].contains {
                        $0.contains(plain)
                    })
        }
    }

    /// Shorter names, such as `Bo`, are words in too many languages: they are known by other words beside them, or by being in no list.
    private static let shortestName = 3

    /// Whether all parts of a word are in the lists of these languages, or are put together of two words that are.
    /// - Parameter languages: nil for all.
    func isInLists(_ word: String, of languages: Set<Int>? = nil) -> Bool {
        let languages = languages ?? Set(lists.listed)
        return Self.parts(of: word).allSatisfy { part in
            let plain = Self.plain(String(part))
            return plain.count < 2 || languages.contains { lists.contains(plain, in: $0) }
                || languages.contains { writesCompounds.contains($0) && isCompound(plain, in: $0) }
        }
    }

    /// Whether a word is two words of a list, perhaps with an `s` between them.
    private func isCompound(_ word: String, in language: Int) -> Bool {
        let letters = Array(word)
        guard letters.count >= 2 * Self.compoundPart else { return false }
        return (Self.compoundPart...letters.count - Self.compoundPart).contains { cut in
            let (first, last) = (String(letters[..<cut]), String(letters[cut...]))
            guard lists.contains(last, in: language) else { return false }
            return lists.contains(first, in: language)
                || first.hasSuffix("s") && lists.contains(String(first.dropLast()), in: language)
        }
    }

    /// Each part of a compound has at least this many letters.
    private static let compoundPart = 4

    /// The languages of a text, of which there are lists: those that have most of its words. None if they have too few.
    /// - Parameter texts: words in lower case, with signs.
    func listedLanguages(of texts: [String]) -> Set<Int> {
        let parts = Set(
            texts.flatMap { Self.parts(of: $0) }.map { Self.plain(String($0)) }.filter { $0.count > 1 })
        let counts = lists.listed.map { language in
            (language, parts.count { lists.contains($0, in: language) })
        }
        let most = counts.map(\.1).max() ?? 0
        guard Double(most) >= Self.knownShare * Double(parts.count), most > 0 else { return [] }
        let likely = Set(counts.filter { Double($0.1) >= Self.likelyShare * Double(most) }.map(\.0))
        // Other languages' lists have many of the default's words, which is not so the other way round.
        return likely.contains(defaultLanguage) ? [defaultLanguage] : likely
    }

    /// Whether lists of these languages have enough words of a text to tell which others they don't have.
    func know(_ texts: [String], in languages: Set<Int>) -> Bool {
        let parts = texts.flatMap { Self.parts(of: $0) }.filter { $0.count > 1 }
        return Double(parts.count { isInLists(String($0), of: languages) }) >= Self.knownShare
            * Double(parts.count)
    }

    /// A text is of a language if its list has this share of its words, and of each other that has so much of what the best has.
    private static let (knownShare, likelyShare) = (0.7, 0.95)

    /// Whether sentences of some language are full of the word: `the`.
    func isFunctionWord(_ word: String) -> Bool { functionWords.contains(Self.plain(word)) }

    func isMonth(_ word: String) -> Bool { months.contains(Self.plain(word)) }

    /// Whether a word is everyday, or rules look for it.
    func isListed(_ word: String) -> Bool {
        Self.parts(of: word).allSatisfy {
            isEverydayPart($0) || vocabulary.contains(WordKey(word: $0.lowercased()))
        }
    }

    private func isEverydayPart(_ part: Substring) -> Bool {
        let plain = Self.plain(String(part))
        return plain.count < 2
            || [common, times, appWords, addressees, salutations, titles].contains { $0.contains(plain) }
    }

    private static func parts(of word: String) -> [Substring] { word.split { !$0.isLetter } }

    /// Whether a line is none that names somebody: apps write it, or it is a time, or the phone's top bar.
    func isAppLine(_ line: Transcript.Line) -> Bool {
        isWrittenByApps(line.text) || isTime(line.words.map(\.text)) || isClock(line)
    }

    /// Whether a line shows the time, the charge and what else stands beside them in a phone's top bar.
    private func isClock(_ line: Transcript.Line) -> Bool {
        line.words.contains { $0.text.isTime } && line.words.count { $0.text.count > 5 } == 0
            || line.words.allSatisfy { $0.text.count <= 2 || $0.text.hasSuffix("%") }
    }

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
