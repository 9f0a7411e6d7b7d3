/// Tells names that a machine made from names that people read.
enum RandomLabel {
    private static let longestConsonants = 5

    /// `x7k2q9`, `hfjdkqwz`; digits mixed into letters, or long runs without a vowel.
    static func isRandom(_ label: Substring) -> Bool {
        let bytes = Array(label.utf8)
        guard bytes.count >= 5, !label.hasPrefix("xn--") else { return false }
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
        return changes >= 3 || longestRun >= longestConsonants
            || (bytes.count >= 10 && digits * 3 >= bytes.count)
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
