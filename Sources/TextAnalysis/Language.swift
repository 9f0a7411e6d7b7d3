/// A language that texts are told apart by; the raw value is its ISO 639-1 code.
package enum Language: String, Sendable, CaseIterable {
    // In Latin letters.
    case english = "en"
    case german = "de"
    case french = "fr"
    case spanish = "es"
    case portuguese = "pt"
    case italian = "it"
    case dutch = "nl"
    case swedish = "sv"
    case danish = "da"
    case norwegian = "no"
    case finnish = "fi"
    case polish = "pl"
    case czech = "cs"
    case hungarian = "hu"
    case romanian = "ro"
    case turkish = "tr"
    case indonesian = "id"
    case malay = "ms"
    case vietnamese = "vi"
    case tagalog = "tl"
    // By their script.
    case chinese = "zh"
    case japanese = "ja"
    case korean = "ko"
    case russian = "ru"
    case ukrainian = "uk"
    case greek = "el"
    case arabic = "ar"
    case persian = "fa"
    case urdu = "ur"
    case hebrew = "he"
    case hindi = "hi"
    case bengali = "bn"
    case tamil = "ta"
    case thai = "th"

    /// As an English sentence calls it.
    package var name: String {
        let name = String(describing: self)
        return name.prefix(1).uppercased() + name.dropFirst()
    }

    /// Whether words, not letters, tell it from its neighbours.
    package var isLatin: Bool { FunctionWords.latin[self] != nil }
}

/// Some of the languages.
package struct LanguageSet: Sendable, Equatable {
    private var bits: UInt64 = 0

    package init() {}

    package init(_ languages: some Sequence<Language>) {
        for language in languages { insert(language) }
    }

    package var isEmpty: Bool { bits == 0 }

    /// In the order of their declaration.
    package var members: [Language] {
        zip(Language.allCases, 0...).compactMap { bits >> UInt64($1) & 1 == 1 ? $0 : nil }
    }

    package func contains(_ language: Language) -> Bool { bits & language.bit != 0 }

    package mutating func insert(_ language: Language) { bits |= language.bit }

    package mutating func formUnion(_ other: LanguageSet) { bits |= other.bits }

    package func isDisjoint(with other: LanguageSet) -> Bool { bits & other.bits == 0 }
}

extension Language {
    /// Its place among all cases.
    var number: Int { Self.numbers[self] ?? 0 }

    private static let numbers = Dictionary(uniqueKeysWithValues: zip(allCases, 0...))

    fileprivate var bit: UInt64 { 1 << UInt64(number) }
}
