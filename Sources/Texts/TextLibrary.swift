package import Foundation

/// The texts of all languages that people are answered in.
package struct TextLibrary: Sendable {
    package let english: Texts
    private let texts: [TextLanguage: Texts]
    private let tags: LanguageTags

    /// Reads the folders of `Resources/texts`, one for each language.
    package init(directory: URL) throws(TextError) {
        tags = try LanguageTags(directory: directory)
        var texts: [TextLanguage: Texts] = [:]
        let english = try tags.catalog(of: .english, directory: directory)
        for language in tags.languages {
            let catalog =
                try language == .english ? english : tags.catalog(of: language, directory: directory)
            texts[language] = Texts(catalog, english: english)
        }
        self.texts = texts
        self.english = Texts(english, english: english)
    }

    /// The languages in the order of their tags.
    package var all: [Texts] { texts.values.sorted { $0.language.tag < $1.language.tag } }

    /// The number of texts that a language lacks, of all languages.
    package var missingCount: Int { texts.values.flatMap(\.missing.values).reduce(0) { $0 + $1.count } }

    /// The texts of the language that a tag such as `de-AT` asks for.
    /// - Returns: nil if there are none.
    package func texts(for tag: some StringProtocol) -> Texts? {
        tags.language(for: tag).flatMap { texts[$0] }
    }

    /// Reads the texts for somebody whose locale has this name, such as `de_AT.UTF-8`, and no others; those of `C` and of languages without
    /// texts are English.
    package static func texts(forLocale locale: String, directory: URL) throws(TextError) -> Texts {
        let name = locale.prefix { $0 != "." && $0 != "@" }.replacing("_", with: "-")
        let tags = try LanguageTags(directory: directory)
        let language = tags.language(for: name) ?? .english
        let english = try tags.catalog(of: .english, directory: directory)
        let catalog = try language == .english ? english : tags.catalog(of: language, directory: directory)
        return Texts(catalog, english: english)
    }
}
