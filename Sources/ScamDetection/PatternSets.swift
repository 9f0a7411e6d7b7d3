import Foundation
import TextAnalysis
import Texts

/// The lists of words that several patterns of a language share, and write as `{@name}`.
struct PatternSets: Sendable {
    /// The name of the file in the folder of rules: for each language a mapping from names to `word|two words`.
    static let fileName = "sets.yaml"

    private var lists: [String: [String: String]] = [:]

    init() {}

    init(directory: URL) throws(RuleError) {
        let file = try YAMLNode.contents(
            of: directory.appendingPathComponent(Self.fileName), named: Self.fileName)
        for (language, sets) in try file.mapping().entries {
            for (name, list) in try sets.mapping().entries {
                lists[language, default: [:]][name] = try list.string()
            }
        }
    }

    /// Puts the lists into patterns, in the place of their names.
    func expanded(_ node: YAMLNode, in language: Language) throws(RuleError) -> [Rule.Located<String>] {
        var expanded = try node.strings()
        for index in expanded.indices where expanded[index].value.utf8.contains(UInt8(ascii: "@")) {
            let parts = expanded[index].value.split(separator: "@", omittingEmptySubsequences: false)
            var text = String(parts[0])
            for part in parts.dropFirst() {
                let name = String(part.prefix { $0 != "|" && $0 != "}" })
                guard let list = lists[language.code]?[name] else {
                    throw node.refused(.unknownValue(key: Self.fileName, value: name))
                }
                text += list + part.dropFirst(name.count)
            }
            expanded[index].value = text
        }
        return expanded
    }
}
