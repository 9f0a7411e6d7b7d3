import TextAnalysis

/// Drops components that stand closer together than letters can: grain, foliage, crowds. Reading them would take minutes and
/// give words that aren't there.
enum NoiseFilter {
    /// The side of a tile in pixels of an ink map. A tile holds some ten letters, or twenty components with their dots.
    private static let tileSide = 36
    /// If a tile holds more components than this, all of them are noise. Text has at most half as many.
    private static let maxComponents = 40
    /// A component counts if it is at least this large, in pixels of an ink map. Smaller ones are dust, which hinders no
    /// reading.
    private static let minSize = 3
    /// A whole picture is noise if its tiles hold more than this many components on average, dust included. The development
    /// pictures have 8 at most, pure noise has 20.
    private static let maxMeanComponents = 14
    /// That average is only looked at if at least this many tiles hold components.
    private static let minTiles = 50

    static func withoutNoise(_ components: [Bounds]) -> [Bounds] {
        var counts: [Tile: Int] = [:]
        for component in components {
            let isDust = max(component.width, component.height) < minSize
            counts[Tile(component), default: 0] += isDust ? 0 : 1
        }
        if counts.count >= minTiles, components.count > counts.count * maxMeanComponents { return [] }
        return components.filter { counts[Tile($0), default: 0] <= maxComponents }
    }

    private struct Tile: Hashable {
        let column: Int
        let row: Int

        init(_ component: Bounds) {
            column = (component.left + component.right) / 2 / NoiseFilter.tileSide
            row = (component.top + component.bottom) / 2 / NoiseFilter.tileSide
        }
    }
}

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
