import Foundation

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
