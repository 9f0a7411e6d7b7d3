import Foundation

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
