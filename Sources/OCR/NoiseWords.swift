import TextAnalysis

/// Tells text from what an engine invents on patterns, pictures, icons and text that stands sideways.
enum NoiseWords {
    /// Words below this confidence are taken for noise, unless they are long.
    private static let wordFloor = 0.1
    /// Lines whose words reach less than this on average are taken for noise.
    private static let lineFloor = 0.4
    /// Lines of so few characters are icons and grain unless the engine is sure.
    private static let scrap = 4
    private static let scrapFloor = 0.65
    /// Lines with a word of so many letters and digits may be less sure.
    private static let longWord = 6
    private static let longWordLineFloor = 0.05

    static func isWord(_ text: String, confidence: Double) -> Bool {
        confidence >= wordFloor || text.utf8.count(where: isAlphanumeric) >= longWord
    }

    static func isText(_ line: Transcript.Line) -> Bool {
        guard line.words.contains(where: { $0.text.contains { $0.isLetter || $0.isNumber } }) else {
            return false
        }
        // The rest of a link is no word that the engine could be sure of, but noise is hardly ever that long.
        let length = line.words.reduce(0) { $0 + $1.text.count }
        if length <= scrap { return line.confidence >= scrapFloor }
        let hasLongWord = line.words.contains { $0.text.utf8.count(where: isAlphanumeric) >= longWord }
        return line.confidence >= (hasLongWord ? longWordLineFloor : lineFloor)
    }

    static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }
}
