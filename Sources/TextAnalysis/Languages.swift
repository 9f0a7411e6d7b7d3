package import Foundation

/// All languages that texts are told apart by, and what is known of each. Immutable; made once, at the start, from a folder with a
/// file for each language.
package final class Languages: Sendable {
    /// One profile for each language, sorted by the languages' codes.
    package let profiles: [LanguageProfile]
    /// Phrases that phones and apps write in every language, by list.
    let commonPhrases: [ScreenPhraseList: [String]]
    /// Names of currencies that belong to no language, by list.
    let commonMoney: [MoneyWordList: [String]]
    private let byLanguage: [Language: Int]
    /// For each word, a mask with a bit for every language of `worded` that has it.
    private let masks: [WordKey: UInt64]
    /// The same for words that only hold sentences together.
    private let functionMasks: [WordKey: UInt64]
    /// The languages in Latin letters, which words tell apart, in the order of the masks' bits.
    let worded: [Language]
    /// The language that most short notices are in, if a file names one.
    package let defaultLanguage: Language?
    /// For each script, by its raw value, the indices of the profiles in it.
    private let byScript: [[Int]]
    /// Letters that only some languages of their script have.
    let distinctiveLetters: Set<UInt32>
    let money: MoneyNames
    /// The words of all languages by which texts are cut.
    private let textWords: [TextWordList: Set<WordKey>]

    /// The largest number of languages in Latin letters: a mask has one bit for each.
    static let wordedLimit = UInt64.bitWidth

    /// Reads `<code>.yaml` for each language, and `any.yaml` for what belongs to none.
    package convenience init(directory: URL) throws(LanguageError) {
        let files = try LanguageFile.all(in: directory)
        self.init(files.profiles, commonPhrases: files.commonPhrases, commonMoney: files.commonMoney)
    }

    /// - Parameter profiles: one for each language; at most `wordedLimit` in Latin letters.
    package init(
        _ profiles: [LanguageProfile] = [], commonPhrases: [ScreenPhraseList: [String]] = [:],
        commonMoney: [MoneyWordList: [String]] = [:]
    ) {
        let profiles = profiles.sorted { $0.language < $1.language }
        self.profiles = profiles
        self.commonPhrases = commonPhrases
        self.commonMoney = commonMoney
        let numbers = zip(profiles.map(\.language), profiles.indices)
        byLanguage = Dictionary(numbers, uniquingKeysWith: { first, _ in first })
        defaultLanguage = profiles.first(where: \.isDefault)?.language
        let latin = profiles.filter { $0.script == .latn }.prefix(Self.wordedLimit)
        worded = latin.map(\.language)
        var functionMasks: [WordKey: UInt64] = [:]
        for (bit, profile) in zip(UInt64(0)..., latin) {
            for word in profile.functionWords { functionMasks[WordKey(word: word), default: 0] |= 1 << bit }
        }
        self.functionMasks = functionMasks
        var masks = functionMasks
        for (bit, profile) in zip(UInt64(0)..., latin) {
            for word in profile.messageWords { masks[WordKey(word: word), default: 0] |= 1 << bit }
        }
        self.masks = masks
        var byScript = [[Int]](repeating: [], count: Script.allCases.count)
        for (number, profile) in profiles.enumerated() {
            byScript[Int(profile.script.rawValue)].append(number)
        }
        self.byScript = byScript
        distinctiveLetters = profiles.reduce(into: []) { $0.formUnion($1.letters) }
        money = MoneyNames([commonMoney] + profiles.map(\.moneyWords))
        textWords = Dictionary(
            profiles.flatMap(\.textWords).map { ($0, Set($1.map { WordKey(letters: $0) })) },
            uniquingKeysWith: { $0.union($1) })
    }

    package subscript(language: Language) -> LanguageProfile? { byLanguage[language].map { profiles[$0] } }

    package func contains(_ language: Language) -> Bool { byLanguage[language] != nil }

    /// The language's English name, or its code if the language isn't known.
    package func name(of language: Language) -> String { self[language]?.name ?? language.code }

    /// Whether the language is told apart by its words, as those in Latin letters are.
    package func isWorded(_ language: Language) -> Bool { worded.contains(language) }

    /// The profile of the language that has this name in Tesseract's data.
    package func profile(tessdata name: String) -> LanguageProfile? {
        profiles.first { $0.tessdata.contains(name) }
    }

    /// The phrases of a list in all languages, as a set to compare texts with.
    package func phrases(_ list: ScreenPhraseList) -> PhraseSet {
        PhraseSet(self.list(list))
    }

    /// The entries of a list in all languages, as the files have them.
    package func list(_ list: ScreenPhraseList) -> [String] {
        ([commonPhrases] + profiles.map(\.screenPhrases)).flatMap { $0[list] ?? [] }
    }

    /// The words of a list in all languages.
    package func words(_ list: PersonalWordList) -> [String] {
        profiles.flatMap { $0.personalWords[list] ?? [] }
    }

    /// Whether a list of some language has a word.
    func has(_ word: WordKey, in list: TextWordList) -> Bool { textWords[list]?.contains(word) ?? false }

    /// The mask of a word: a bit for every language of `worded` that has it.
    func mask(of word: WordKey) -> UInt64 { masks[word] ?? 0 }

    /// Whether a word only holds sentences together in one of some languages; in any where none is given.
    func isFunctionWord(_ word: WordKey, in languages: [Language]) -> Bool {
        guard let mask = functionMasks[word] else { return false }
        return languages.isEmpty
            || zip(UInt64(0)..., worded).contains { mask & 1 << $0 != 0 && languages.contains($1) }
    }

    /// Whether letters have to tell languages of a script apart.
    func isShared(_ script: Script) -> Bool { byScript[Int(script.rawValue)].count > 1 }

    /// The language of words in a script other than Latin: the smallest alphabet that has all of the letters. Of alphabets that
    /// lack some, the one that lacks fewest.
    /// - Parameter letters: the text's letters that are among `distinctiveLetters`.
    func language(of script: Script, with letters: Set<UInt32>) -> Language? {
        byScript[Int(script.rawValue)].map { profiles[$0] }.min { one, other in
            let (missing, otherMissing) = (
                letters.subtracting(one.letters).count, letters.subtracting(other.letters).count
            )
            return (missing, one.letters.count, one.language) < (
                otherMissing, other.letters.count, other.language
            )
        }?.language
    }

    /// The scripts of languages whose texts also hold characters of the given script: Kana for Han.
    func scripts(mixedWith script: Script) -> [Script] {
        profiles.filter { $0.mixedWith == script }.map(\.script)
    }
}

extension Languages {
    package func write(to writer: inout SnapshotWriter) {
        func lists<List: CaseIterable & Hashable>(_ languages: [[List: [String]]]) -> [[String]] {
            languages.flatMap { texts in List.allCases.map { texts[$0] ?? [] } }
        }
        writer.texts(profiles.map(\.language.code))
        writer.texts(profiles.map(\.name))
        writer.numbers(profiles.map(\.script.rawValue))
        writer.numbers(profiles.map { $0.mixedWith?.rawValue ?? .max })
        writer.numbers(profiles.map { UInt8(($0.usesLineModel ? 1 : 0) | ($0.isDefault ? 2 : 0)) })
        writer.numbers(profiles.map { UInt8(($0.capitalisesNouns ? 1 : 0) | ($0.writesCompounds ? 2 : 0)) })
        writer.numbers(profiles.map { UInt32($0.letters.count) })
        writer.numbers(profiles.flatMap { $0.letters.sorted() })
        writer.lists(profiles.map(\.tessdata))
        writer.lists(profiles.map { $0.functionWords.sorted() })
        writer.lists(profiles.map(\.messageWords))
        writer.lists(lists([commonPhrases] + profiles.map(\.screenPhrases)))
        writer.lists(lists(profiles.map(\.personalWords)))
        writer.lists(lists(profiles.map(\.textWords)))
        writer.lists(lists([commonMoney] + profiles.map(\.moneyWords)))
    }

    package convenience init(from reader: inout SnapshotReader) throws(SnapshotError) {
        let (codes, names) = (try reader.texts(), try reader.texts())
        let (scripts, mixed) = (try reader.numbers(UInt8.self), try reader.numbers(UInt8.self))
        let (flags, nounFlags) = (try reader.numbers(UInt8.self), try reader.numbers(UInt8.self))
        let letterCounts = try reader.numbers(UInt32.self)
        var letters = try reader.numbers(UInt32.self)[...]
        let (tessdata, words) = (try reader.lists(), try reader.lists())
        let messageWords = try reader.lists()
        let count = codes.count
        let phrases: [[ScreenPhraseList: [String]]] = try Self.lists(of: count + 1, from: &reader)
        let personal: [[PersonalWordList: [String]]] = try Self.lists(of: count, from: &reader)
        let textWords: [[TextWordList: [String]]] = try Self.lists(of: count, from: &reader)
        let money: [[MoneyWordList: [String]]] = try Self.lists(of: count + 1, from: &reader)
        guard
            [scripts, mixed, flags, nounFlags].allSatisfy({ $0.count == count }),
            [names.count, letterCounts.count, tessdata.count].allSatisfy({ $0 == count }),
            words.count == count, messageWords.count == count,
            letterCounts.reduce(0, { $0 + Int($1) }) == letters.count
        else { throw SnapshotError() }
        var profiles: [LanguageProfile] = []
        for number in 0..<count {
            guard let script = Script(rawValue: scripts[number]) else { throw SnapshotError() }
            var profile = LanguageProfile(
                language: Language(codes[number]), name: names[number], script: script)
            if mixed[number] != .max {
                guard let other = Script(rawValue: mixed[number]) else { throw SnapshotError() }
                profile.mixedWith = other
            }
            profile.usesLineModel = flags[number] & 1 != 0
            profile.isDefault = flags[number] & 2 != 0
            profile.capitalisesNouns = nounFlags[number] & 1 != 0
            profile.writesCompounds = nounFlags[number] & 2 != 0
            profile.letters = Set(letters.prefix(Int(letterCounts[number])))
            letters = letters.dropFirst(Int(letterCounts[number]))
            profile.tessdata = tessdata[number]
            profile.functionWords = Set(words[number])
            profile.messageWords = messageWords[number]
            (profile.screenPhrases, profile.personalWords) = (phrases[number + 1], personal[number])
            (profile.textWords, profile.moneyWords) = (textWords[number], money[number + 1])
            profiles.append(profile)
        }
        self.init(profiles, commonPhrases: phrases[0], commonMoney: money[0])
    }

    /// Reads the lists of each of some languages, of which empty ones are left out, as in the files.
    private static func lists<List: CaseIterable & Hashable>(
        of languages: Int, from reader: inout SnapshotReader
    ) throws(SnapshotError) -> [[List: [String]]] {
        var texts = try reader.lists()[...]
        guard texts.count == languages * List.allCases.count else { throw SnapshotError() }
        return (0..<languages).map { _ in
            let lists = zip(List.allCases, texts).filter { !$1.isEmpty }
            texts = texts.dropFirst(List.allCases.count)
            return Dictionary(uniqueKeysWithValues: lists)
        }
    }
}
