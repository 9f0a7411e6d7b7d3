import Foundation

/// A language that people are answered in, by its folder's name in `Resources/texts`: a BCP 47 tag such as `fr` or `zh-Hant`.
package struct TextLanguage: Sendable, Hashable, CustomStringConvertible {
    package let tag: String

    /// The language that every text is written in first.
    package static let english = TextLanguage(tag: "en")

    package var description: String { tag }
}

/// Which language serves whom: the folders of `Resources/texts`, and the further tags that each serves.
struct LanguageTags: Sendable {
    /// In the order of their tags.
    let languages: [TextLanguage]
    private var facts: [TextLanguage: LanguageFacts] = [:]
    /// By tags in small letters.
    private var byTag: [String: TextLanguage] = [:]

    init(directory: URL) throws(TextError) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        languages = names.filter { !$0.contains(".") }.sorted().map { TextLanguage(tag: $0) }
        guard languages.contains(.english) else { throw TextError(missing: directory) }
        for language in languages {
            let facts = try LanguageFacts(language, directory: directory)
            self.facts[language] = facts
            for tag in [language.tag] + facts.tags { byTag[tag.lowercased()] = language }
        }
    }

    /// Reads the texts of one of the languages.
    func catalog(of language: TextLanguage, directory: URL) throws(TextError) -> TextCatalog {
        guard let facts = facts[language] else { throw TextError(missing: directory) }
        return try TextCatalog(language, facts, directory: directory)
    }

    /// The language for a tag such as `de-AT`, by RFC 4647's lookup: the tag is shortened from its end until a language has it.
    /// - Returns: nil if none has.
    func language(for tag: some StringProtocol) -> TextLanguage? {
        var rest = tag.lowercased()[...]
        while !rest.isEmpty {
            if let language = byTag[String(rest)] { return language }
            rest = rest[..<(rest.lastIndex(of: "-") ?? rest.startIndex)]
        }
        return nil
    }
}

/// What a language needs beside its texts: its file `language.yaml`.
struct LanguageFacts: Sendable {
    /// What its speakers call it.
    let name: String
    /// The tags of requests that it serves beside its own.
    let tags: [String]
    /// Whether a blank stands between two sentences.
    let joinsSentencesByBlank: Bool
    /// The numbers of the plural category `one`.
    private let ones: Set<Int>

    init() {
        name = ""
        tags = []
        joinsSentencesByBlank = true
        ones = []
    }

    init(_ language: TextLanguage, directory: URL) throws(TextError) {
        let facts = try TextError.node("\(language.tag)/language.yaml", directory)
        func list(_ key: String) throws(TextError) -> [String] {
            guard let elements = facts[key]?.elements else {
                throw TextError(facts, "lacks the list `\(key)`")
            }
            return elements.compactMap(\.text)
        }
        guard let name = facts["name"]?.text else { throw TextError(facts, "lacks `name`") }
        self.name = name
        tags = try list("tags")
        ones = Set(try list("one").compactMap { Int($0) })
        joinsSentencesByBlank = facts["blank_between_sentences"]?.text != "false"
    }

    /// The plural category of a number, as Unicode's CLDR has it for whole numbers below a million.
    func pluralCategory(of number: Int) -> String { ones.contains(number) ? "one" : "other" }
}
