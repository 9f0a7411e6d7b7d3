import TestSupport

/// Techniques by which senders disguise words from filters; the same as in `scripts/obfuscate`.
enum Obfuscation: String, CaseIterable, Sendable {
    case homoglyphs, hidden, leet, spaced, split

    private static let lookalikes: [Character: [Character]] = [
        "a": ["а", "α"], "c": ["с"], "e": ["е"], "i": ["і"], "o": ["о", "ο"], "p": ["р"], "s": ["ѕ"],
        "x": ["х"],
        "y": ["у"], "d": ["ԁ"], "h": ["һ"], "A": ["А"], "C": ["С"], "P": ["Р"], "T": ["Т"], "Y": ["Υ"],
    ]
    private static let digits: [Character: [Character]] = [
        "o": ["0"], "i": ["1", "!"], "l": ["1"], "e": ["3"], "a": ["4", "@"], "s": ["5", "$"], "t": ["7"],
    ]
    private static let invisible: [Character] = ["\u{200B}", "\u{2060}", "\u{FEFF}", "\u{AD}", "\u{200E}"]

    /// Disguises about half of the words of four letters and more; links and numbers stay.
    func apply(to text: String, _ random: inout SeededGenerator) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false).map { word in
            let isPlain = word.count >= 4 && word.allSatisfy { $0.isASCII && $0.isLetter }
            let share = self == .spaced ? 4 : 2
            guard isPlain, Int.random(in: 0..<share, using: &random) == 0 else { return String(word) }
            return change(Array(word), &random)
        }
        .joined(separator: " ")
    }

    private func change(_ word: [Character], _ random: inout SeededGenerator) -> String {
        switch self {
        case .homoglyphs: return swapped(word, Self.lookalikes, &random)
        case .leet: return swapped(word, Self.digits, &random)
        case .hidden:
            let place = Int.random(in: 1..<word.count, using: &random)
            let sign = Self.invisible.randomElement(using: &random) ?? "\u{200B}"
            return String(word[..<place]) + String(sign) + String(word[place...])
        case .spaced:
            return word.map(String.init).joined(
                separator: [" ", ".", "-"].randomElement(using: &random) ?? " ")
        case .split:
            let place = Int.random(in: 2...(word.count - 2), using: &random)
            let sign = [" ", " ", "-\n", ".", "_"].randomElement(using: &random) ?? " "
            return String(word[..<place]) + sign + String(word[place...])
        }
    }

    /// Replaces one to three of the letters that have a substitute.
    private func swapped(
        _ word: [Character], _ table: [Character: [Character]], _ random: inout SeededGenerator
    ) -> String {
        var word = word
        let places = word.indices.filter { table[word[$0]] != nil }.shuffled(using: &random)
        for place in places.prefix(Int.random(in: 1...3, using: &random)) {
            word[place] = table[word[place]]?.randomElement(using: &random) ?? word[place]
        }
        return String(word)
    }
}
