/// The columns that text takes on a terminal, where Chinese and Japanese characters take two.
enum TerminalWidth {
    /// Blocks of wide characters (Unicode Standard Annex 11).
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
        0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD,
    ]
    /// Marks that don't begin a line.
    private static let closing: Set<Character> = [
        "，", "。", "！", "？", "、", "；", "：", "）", "」", "』", "》", "”", "’", "％",
    ]

    static func of(_ text: some StringProtocol) -> Int {
        text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.count : text.reduce(0) { $0 + (isWide($1) ? 2 : 1) }
    }

    /// Text of at most so many columns. What is cut off is told by an ellipsis.
    static func cut(_ text: String, to columns: Int) -> String {
        guard of(text) > columns else { return text }
        var kept = ""
        var width = 1
        for character in text {
            width += isWide(character) ? 2 : 1
            if width > columns { break }
            kept.append(character)
        }
        return kept + "…"
    }

    /// The pieces of a word that stay on one line: a word is one, but between wide characters a line may end.
    /// - Returns: the pieces, and whether a blank stands before each.
    static func pieces(_ word: Substring) -> [(Substring, isSpaced: Bool)] {
        guard word.contains(where: isWide) else { return [(word, true)] }
        var pieces: [(Substring, isSpaced: Bool)] = []
        var start = word.startIndex
        for index in word.indices.dropFirst()
        where !closing.contains(word[index])
            && (isWide(word[index]) || isWide(word[word.index(before: index)]))
        {
            pieces.append((word[start..<index], pieces.isEmpty))
            start = index
        }
        return pieces + [(word[start...], pieces.isEmpty)]
    }

    private static func isWide(_ character: Character) -> Bool {
        guard let value = character.unicodeScalars.first?.value, value >= 0x1100 else { return false }
        return wide.contains { $0.contains(value) }
    }
}
