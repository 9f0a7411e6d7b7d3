/// Tells names that a program made from names that people read.
enum RandomLabel {
    /// A label is judged if it has at least this many letters. A shorter one may be an abbreviation.
    private static let fewestLetters = 5
    /// A made-up name changes at least this often between letters and digits. Chosen on the development messages, like the
    /// figures below.
    private static let fewestChanges = 3
    /// A made-up name has at least this many consonants in a row. `y` counts as a vowel.
    private static let fewestConsonants = 5
    /// A label of at least this many letters is judged by its digits alone: at least one in `digitShare` must be a digit.
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
