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
