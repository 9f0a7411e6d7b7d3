import TextAnalysis

/// Tells text from the words that an engine invents on patterns, pictures, icons and text that stands sideways.
enum NoiseWords {
    // Confidences run from 0 to 1. They were chosen on the development pictures.

    /// A word needs at least this confidence, unless it is a long word.
    private static let minWordConfidence = 0.1
    /// The words of a line need at least this confidence on average.
    private static let minLineConfidence = 0.4
    /// A line of at most this many characters is a scrap, such as an icon or grain, unless the engine is sure of it.
    private static let scrapLength = 4
    private static let minScrapConfidence = 0.65
    /// A word of at least this many letters and digits is long. Noise hardly ever gives such words. The broken-off end of a
    /// link, of which no engine can be sure, is a long word too.
    private static let longWord = 6
    private static let minLongWordConfidence = 0.05

    /// The end of a link on a line of its own is a sign and at least this many letters, such as `.fr`. Its base lies below that of the
    /// link by at most a multiple of its height.
    private static let minEndLetters = 2
    private static let maxStep = 3

    /// The least confidence and the least number of characters of a line that is no piece of another.
    private static let (minSettled, settledLength) = (0.8, 8)

    static func isWord(_ text: String, confidence: Double) -> Bool {
        confidence >= minWordConfidence || isLong(text)
    }

    /// - Parameter isAlone: whether the line's ink is one component, which is no letter if it stands for one only.
    static func isText(_ line: Transcript.Line, isAlone: Bool) -> Bool {
        guard line.words.contains(where: { $0.text.contains { $0.isLetter || $0.isNumber } }) else {
            return false
        }
        let length = line.words.reduce(0) { $0 + $1.text.count }
        if isAlone, length == 1 { return false }
        if length <= scrapLength { return line.confidence >= minScrapConfidence }
        let hasLongWord = line.words.contains { isLong($0.text) }
        return line.confidence >= (hasLongWord ? minLongWordConfidence : minLineConfidence)
    }

    /// Whether a line is long and sure enough to be what is written there, and not a piece of a line of another slope or size, or letters
    /// that are spaced out.
    static func isSettled(_ line: Transcript.Line) -> Bool {
        let length = line.words.reduce(0) { $0 + $1.text.count }
        return line.confidence >= minSettled && length >= max(settledLength, 2 * line.words.count)
    }

    /// Whether a line holds nothing but the end of a link that begins on the line above. It is so short that the engine may be unsure
    /// of it.
    static func endsLink(_ line: [Transcript.Word], of lines: [[Transcript.Word]]) -> Bool {
        guard let end = line.first, line.count == 1, end.text.first == "." || end.text.first == "/",
            end.text.count(where: \.isLetter) >= minEndLetters
        else { return false }
        return lines.contains { line in
            guard let first = line.first?.box, let link = line.last, SecondLook.isLinkLike(link.text) else {
                return false
            }
            let step = end.box.y + end.box.height - link.box.y - link.box.height
            return step > 0 && step <= maxStep * link.box.height
                && abs(end.box.x - first.x) <= link.box.height
        }
    }

    private static func isLong(_ word: String) -> Bool {
        word.utf8.count(where: isAlphanumeric) >= longWord
    }

    static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
}
