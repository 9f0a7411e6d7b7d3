/// Tells names that a program made from names that people read.
enum RandomLabel {
    /// Fewest letters of a label that is judged: anything shorter may be an abbreviation.
    private static let fewestLetters = 5
    /// Fewest changes between letters and digits in a made-up name. Chosen on the development messages, like the rest.
    private static let fewestChanges = 3
    /// Fewest consonants in a row, `y` counting as a vowel, in a made-up name.
    private static let fewestConsonants = 5
    /// Fewest letters of a label that is judged by its digits alone, and the share of digits, one in so many.
    private static let longLabel = 10
    private static let digitShare = 3

    /// Whether the label mixes digits into letters or holds a long run without a vowel, as in `x7k2q9` and
    /// `hfjdkqwz`.
    static func isRandom(_ label: Substring) -> Bool {
        let bytes = Array(label.utf8)
        guard bytes.count >= fewestLetters, !label.hasPrefix("xn--") else { return false }
        var changes = 0
        var run = 0
        var longestRun = 0
        var digits = 0
        for (index, byte) in bytes.enumerated() {
            let isDigit = byte >= 0x30 && byte <= 0x39
            digits += isDigit ? 1 : 0
            if index > 0 {
                let wasDigit = bytes[index - 1] >= 0x30 && bytes[index - 1] <= 0x39
                if wasDigit != isDigit, byte != 0x2D, bytes[index - 1] != 0x2D { changes += 1 }
            }
            run = isConsonant(byte) ? run + 1 : 0
            longestRun = max(longestRun, run)
        }
        return changes >= fewestChanges || longestRun >= fewestConsonants
            || (bytes.count >= longLabel && digits * digitShare >= bytes.count)
    }

    private static func isConsonant(_ byte: UInt8) -> Bool {
        guard byte >= 0x61, byte <= 0x7A else { return false }
        switch byte {
        case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "o"), UInt8(ascii: "u"),
            UInt8(ascii: "y"):
            return false
        default: return true
        }
    }
}
