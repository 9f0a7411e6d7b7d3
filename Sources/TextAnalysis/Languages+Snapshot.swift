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
