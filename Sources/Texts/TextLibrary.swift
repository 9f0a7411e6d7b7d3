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

/// The texts of one language as its folder has them.
struct TextCatalog: Sendable {
    let language: TextLanguage
    let facts: LanguageFacts
    /// The texts of each file, by the file's number. Answers are full of texts, and to find a file by its name takes longer than a text.
    private let texts: [[String: String]]

    subscript(file: TextFile) -> [String: String] { texts[file.number] }
    subscript(file: TextFile, key: String) -> String? { texts[file.number][key] }

    static let empty = TextCatalog()

    private init() {
        language = .english
        facts = LanguageFacts()
        texts = TextFile.allCases.map { _ in [:] }
    }

    /// - Parameter directory: the folder of all languages.
    init(_ language: TextLanguage, _ facts: LanguageFacts, directory: URL) throws(TextError) {
        self.language = language
        self.facts = facts
        var texts: [[String: String]] = TextFile.allCases.map { _ in [:] }
        for file in TextFile.allCases {
            let name = "\(language.tag)/\(file.rawValue).yaml"
            guard
                FileManager.default.fileExists(atPath: directory.appendingPathComponent(name).path)
            else { continue }
            texts[file.number] = try Self.texts(TextError.node(name, directory))
        }
        self.texts = texts
    }

    private static func texts(_ root: YAMLNode) throws(TextError) -> [String: String] {
        guard let entries = root.entries else { throw TextError(root, "isn't a list of keys and texts") }
        var texts: [String: String] = [:]
        texts.reserveCapacity(entries.count)
        for entry in entries {
            guard let key = entry.key.text, let text = entry.value.text else {
                throw TextError(entry.value, "is no text")
            }
            if MessagePattern.isNeeded(for: text) {
                do throws(MessagePatternError) { _ = try MessagePattern(text) } catch {
                    throw TextError(entry.value, "has braces that don't fit: \(error)")
                }
            }
            texts[key] = text
        }
        return texts
    }
}

/// Why texts can't be used.
package struct TextError: Error, CustomStringConvertible {
    package let description: String

    init(_ node: YAMLNode, _ problem: String) { description = "\(node.file):\(node.line): \(problem)" }

    init(missing directory: URL) { description = "\(directory.path) holds no texts in English" }

    private init(_ error: YAMLError) {
        let place = error.file + (error.line.map { ":\($0)" } ?? "")
        let problem =
            switch error.reason {
            case .unreadable: "can't be read"
            case .empty: "is empty"
            case .malformed(let problem): problem
            }
        description = "\(place): \(problem)"
    }

    /// The contents of a file.
    /// - Parameter name: its path below the folder of all languages.
    static func node(_ name: String, _ directory: URL) throws(TextError) -> YAMLNode {
        do throws(YAMLError) {
            return try YAMLNode(contentsOf: directory.appendingPathComponent(name), named: name)
        } catch { throw TextError(error) }
    }
}
