import Foundation
import TextAnalysis

/// The words of languages, and people's names, from the sorted files of a folder: `en.txt`, `names.txt`. A language without a file has no
/// words.
struct WordLists: Sendable {
    private let languages: [SortedWords]
    private let names: SortedWords

    /// - Parameter languages: the order in which the lists are asked for.
    init(directory: URL, languages: [Language]) {
        func words(_ name: String) -> SortedWords {
            SortedWords((try? Data(contentsOf: directory.appendingPathComponent(name + ".txt"))) ?? Data())
        }
        self.languages = languages.map { words($0.code) }
        names = words("names")
    }

    /// Whether the list of a language has a word, which must be in lower case and without accents.
    func contains(_ word: String, in language: Int) -> Bool {
        languages[language].contains(Self.key(word))
    }

    /// Whether some people have the word as a first or last name.
    func isName(_ word: String) -> Bool { names.contains(Self.key(word)) }

    /// The languages that have a list.
    var listed: [Int] { languages.indices.filter { !languages[$0].isEmpty } }

    /// Letters that lose their strokes and gain their dots when a word is read, and in the files.
    private static func key(_ word: String) -> [UInt8] {
        if word.utf8.allSatisfy({ $0 < 0x80 }) { return Array(word.utf8) }
        return Array(
            word.replacing("ł", with: "l").replacing("ı", with: "i").replacing("ø", with: "o").utf8)
    }
}

/// Lines in the order of their bytes, which are searched where they are.
private struct SortedWords: Sendable {
    private let bytes: [UInt8]
    private static let end = UInt8(ascii: "\n")

    init(_ data: Data) { bytes = [UInt8](data) }

    var isEmpty: Bool { bytes.isEmpty }

    func contains(_ word: [UInt8]) -> Bool {
        var (low, high) = (0, bytes.count)
        while low < high {
            // The line that holds the middle.
            var start = (low + high) / 2
            while start > low, bytes[start - 1] != Self.end { start -= 1 }
            let line = bytes[start...].prefix { $0 != Self.end }
            if line.elementsEqual(word) { return true }
            if line.lexicographicallyPrecedes(word) { low = line.endIndex + 1 } else { high = start }
        }
        return false
    }
}

/// What a word looks like: the end of a sentence, a name, a handle.
extension String {
    /// Whether a sentence ends with the word.
    var endsSentence: Bool { last.map { ".!?…。！？।؟".contains($0) } ?? false }

    /// Whether the word is of a script with capitals, which alone tell names in prose.
    var hasCase: Bool { contains { $0.isUppercase || $0.isLowercase } }

    /// Whether the word may be one with a capital: text recognition takes `I` for `l`.
    var mayBeMisread: Bool {
        first == "l" && !"aeiouyàèéìòùáíóúl'’".contains(dropFirst().first ?? "a")
    }

    /// Whether the word looks like a part of a name, or like a name on a messenger.
    var isNamelike: Bool { mayBeName || isHandle || mayBeMisread }

    /// Whether the word is of Latin letters.
    var isLatin: Bool {
        unicodeScalars.allSatisfy {
            $0.value < 0x250 || (0x1E00...0x1EFF).contains($0.value) || !$0.properties.isAlphabetic
        }
    }

    /// Whether all of a short word's letters are capitals.
    func isAbbreviation(_ longest: Int) -> Bool {
        count <= longest && count > 1 && !contains(where: \.isLowercase)
    }

    /// Whether the word is built as names on messengers are: `mira_lund`, `mira.lund`, `@mira`, `mira92`.
    var isHandle: Bool {
        if first == "@" { return count > 1 }
        let parts = split(omittingEmptySubsequences: false) { "._".contains($0) }
        let isJoined =
            parts.count > 1
            && parts.allSatisfy { $0.contains(where: \.isLetter) || $0.contains(where: \.isNumber) }
        return isJoined || (last?.isNumber == true && first?.isLetter == true)
    }
}
