import Foundation

/// The texts of one language. One that it lacks is said in English.
package struct Texts: Sendable {
    package var language: TextLanguage { catalog.language }
    private let catalog: TextCatalog
    private let english: TextCatalog

    /// Texts that say every key as it is, for where there are none.
    package static let none = Texts(TextCatalog.empty, english: .empty)

    init(_ catalog: TextCatalog, english: TextCatalog) {
        self.catalog = catalog
        self.english = english
    }

    /// Says a sentence. A key that no language has is said as it is.
    package func say(_ sentence: Sentence) -> String {
        switch sentence.content {
        case .verbatim(let text): return text
        case .key(let file, let key, let arguments):
            if let text = catalog[file, key] { return filled(text, arguments, in: catalog) }
            return english[file, key].map { filled($0, arguments, in: english) } ?? key
        }
    }

    package func say<Key: TextKey>(_ key: Key, _ arguments: [String: Sentence.Argument] = [:]) -> String {
        say(Sentence(key, arguments))
    }

    /// Says sentences one after the other.
    package func say(_ sentences: [Sentence]) -> String {
        joined(sentences.map { $0.isVerbatim ? ended(say($0)) : say($0) })
    }

    /// Joins sentences that were said.
    package func joined(_ sentences: [String]) -> String {
        // Chinese sentences end with a mark that holds its own blank.
        sentences.joined(separator: catalog.facts.joinsSentencesByBlank ? " " : "")
    }

    /// The keys that this language lacks, by file.
    package var missing: [TextFile: [String]] {
        TextFile.allCases.reduce(into: [:]) { missing, file in
            let lacking = english[file].keys.filter { catalog[file, $0] == nil }
            if !lacking.isEmpty { missing[file] = lacking.sorted() }
        }
    }

    /// The keys of a file with their texts in this language, as they are written, with their placeholders.
    package func patterns(of file: TextFile) -> [String: String] {
        english[file].merging(catalog[file]) { $1 }
    }

    /// What its speakers call the language.
    package var languageName: String { catalog.facts.name }

    /// A title as a sentence.
    package func ended(_ title: String) -> String {
        if title.last.map({ ".!?。！？".contains($0) }) ?? true { return title }
        return title + (catalog.facts.joinsSentencesByBlank ? "." : "。")
    }

    private func filled(
        _ pattern: String, _ arguments: [String: Sentence.Argument], in catalog: TextCatalog
    ) -> String {
        // Most texts have no placeholder, and need no parsing.
        guard MessagePattern.isNeeded(for: pattern), let parsed = try? MessagePattern(pattern)
        else { return pattern }
        return parsed.formatted(
            plural: catalog.facts.pluralCategory,
            number: { name in
                if case .number(let number)? = arguments[name] { number } else { nil }
            },
            text: { name in arguments[name].map(said) })
    }

    private func said(_ argument: Sentence.Argument) -> String {
        switch argument {
        case .text(let text): return text
        case .number(let number): return String(number)
        case .list(let items): return items.formatted(.list(type: .and).locale(locale))
        case .language(let code, let english):
            let name = locale.localizedString(forLanguageCode: code)
            // An unknown code is its own name.
            return name == code ? english : name ?? english
        case .sentence(let sentence): return say(sentence)
        }
    }

    /// English is written here without a comma before "and", as in Britain.
    private var locale: Locale { Locale(identifier: language == .english ? "en_GB" : language.tag) }
}
