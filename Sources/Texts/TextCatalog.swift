import Foundation

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
