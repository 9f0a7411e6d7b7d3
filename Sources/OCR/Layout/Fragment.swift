import TextAnalysis

/// A line of text, or a part of a recognised line that doesn't belong to the rest, with the ground on which it stands.
struct Fragment {
    var words: [Transcript.Word]
    var role: LineRole
    /// The number of the recognised line that the fragment belongs to.
    let line: Int
    let box: Box
    /// The box around the text, without words that are too tall because a stroke beside them was read into them.
    let core: Box
    /// The median height of the words in pixels, at least 1.
    let height: Int
    /// The words in lower case, with spaces between them.
    let text: String
    /// Whether the fragment is so short that it may be an icon or the letters on an avatar.
    let isShort: Bool
    /// Whether the text only says when or how something was sent.
    let isTimestamp: Bool
    /// Whether the fragment is a time, with or without ticks after it.
    let isClock: Bool
    var ground = Ground.white
    /// The columns left and right at which the ground ends; nil if the ground reaches the picture's border.
    var left: Int?
    var right: Int?
    var isSender = false
    var isAddress = false

    /// - Precondition: `words` isn't empty.
    init(
        words: [Transcript.Word], role: LineRole, line: Int, knowing screenWords: ScreenWords
    ) {
        self.words = words
        self.line = line
        self.role = role
        box = Transcript.Line(words: words, role: role).box
        height = max(1, Self.median(words.map(\.box.height)))
        core = Self.core(words, height: height, box: box)
        text = words.map { $0.text.lowercased() }.joined(separator: " ")
        isShort = text.count { $0.isLetter || $0.isNumber } <= Self.shortLength
        isTimestamp = screenWords.isTimestamp(text)
        isClock = screenWords.isClockWithTicks(words.map(\.text))
    }

    /// Text with at most this many letters and digits may be an icon or the letters on an avatar.
    private static let shortLength = 3
    /// A word more than this many times as high as the median holds a bubble's rounded end, which was read as a bracket.
    private static let overgrown = 1.7

    private static func core(_ words: [Transcript.Word], height: Int, box: Box) -> Box {
        let usual = words.filter { Double($0.box.height) <= overgrown * Double(height) }
        let top = usual.map(\.box.y).min() ?? box.y
        let bottom = usual.map { $0.box.y + $0.box.height }.max() ?? box.y + box.height
        return Box(x: box.x, y: top, width: box.width, height: max(1, bottom - top))
    }

    private static func median(_ values: [Int]) -> Int { values.sorted()[(values.count - 1) / 2] }
}
