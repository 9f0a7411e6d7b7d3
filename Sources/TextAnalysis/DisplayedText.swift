/// A text as a screen shows it, in the order in which it is read: markup resolved, explicit directions followed, and letters that stand
/// on their heads turned back. A text that was read from a picture needs none of this.
///
/// Where somebody hid a word by these means, a word joiner stands inside it, so that it counts as a word with hidden characters.
struct DisplayedText {
    private(set) var text: String

    /// The invisible character that marks a word that was hidden.
    static let joiner: Unicode.Scalar = "\u{2060}"

    init(_ raw: String, languages: Languages) {
        text = raw
        let signs = Signs(raw)
        if signs.hasMarkup { text = Markup.resolved(text) }
        // A character reference may stand for any sign, also for that of a direction.
        let resolved = signs.hasMarkup ? Signs(text) : signs
        if resolved.hasDirections { text = DirectionalText.inReadingOrder(text) }
        if resolved.hasTurned { text = TurnedText(languages).upright(text) }
        if let upright = Self.joiningLetters(text) { text = upright }
    }

    /// The fewest lines of single letters, and the share of all lines that they are at least, for which a text is read from top to bottom.
    private static let fewestLetterLines = 12
    private static let shareOfLetterLines = 0.9

    /// A text that has a letter on each line, in lines from left to right; nil for any other.
    private static func joiningLetters(_ text: String) -> String? {
        guard text.utf8.count(where: { $0 == 0x0A }) >= fewestLetterLines else { return nil }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.drop(while: \.isWhitespace) }
        let letters = lines.count { $0.dropFirst().allSatisfy(\.isWhitespace) }
        guard Double(letters) >= shareOfLetterLines * Double(lines.count) else { return nil }
        return lines.map { line in
            guard let first = line.first else { return " " }
            return line.dropFirst().allSatisfy(\.isWhitespace) ? String(first) : " \(line) "
        }
        .joined()
    }

    /// What of all this occurs in a text, found in one pass, since hardly any text has any of it.
    private struct Signs {
        var hasMarkup = false
        var hasDirections = false
        var hasTurned = false

        init(_ text: String) {
            var text = text
            text.withUTF8 { read($0) }
        }

        private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
            for index in bytes.indices {
                let byte = bytes[index]
                if byte < 0x80 {
                    if byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<") { hasMarkup = true }
                    continue
                }
                // Signs of directions are U+202A to U+202E and U+2066 to U+2069. Letters on their heads are U+01DD and phonetic ones.
                switch (bytes[max(0, index - 1)], byte) {
                case (0x80, 0xAA...0xAE), (0x81, 0xA6...0xA9): hasDirections = true
                case (0xC7, 0x9D), (0xC9...0xCA, _): hasTurned = true
                default: break
                }
            }
        }
    }

    /// Puts a joiner behind the first letter of each word of two letters or more.
    static func marked(_ scalars: some Sequence<Unicode.Scalar>) -> [Unicode.Scalar] {
        var result: [Unicode.Scalar] = []
        var length = 0
        for scalar in scalars {
            let isLetter = CharacterClass(scalar.value) == .letter
            if isLetter, length == 1 { result.append(joiner) }
            length = isLetter ? length + 1 : 0
            result.append(scalar)
        }
        return result
    }
}
