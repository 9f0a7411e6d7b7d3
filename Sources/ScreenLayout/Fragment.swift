import TextAnalysis

/// A line of text, or a part of one that nothing but height joins to the rest, with what it stands on.
struct Fragment {
    var words: [Transcript.Word]
    var role: Transcript.Role
    /// Which of the reader's lines it came from.
    let line: Int
    let box: Box
    /// Without words that a stroke beside them has made too tall.
    let core: Box
    /// Median height of its words, at least 1.
    let height: Int
    /// Lower-cased words joined by spaces.
    let text: String
    /// Whether it may be an icon or the letters on an avatar.
    let isShort: Bool
    /// Whether it says when or how something was sent, and nothing else.
    let isTimestamp: Bool
    /// Whether it is a time with ticks.
    let isClock: Bool
    var ground = Ground(level: 255, noise: 0)
    /// The columns beside it where its ground ends; nil where it goes on to the picture's border.
    var left: Int?
    var right: Int?
    /// Whether it names who sent what the picture shows.
    var isSender = false
    /// Whether it is a browser's address.
    var isAddress = false

    /// - Precondition: there is a word.
    init(
        words: [Transcript.Word], role: Transcript.Role, line: Int, knowing screenWords: ScreenWords
    ) {
        self.words = words
        self.line = line
        self.role = role
        box = Transcript.Line(words: words, role: role).box
        height = max(1, Self.median(words.map(\.box.height)))
        core = Self.core(words, height: height, box: box)
        text = words.map { $0.text.lowercased() }.joined(separator: " ")
        isShort = text.count { $0.isLetter || $0.isNumber } <= 3
        isTimestamp = screenWords.isTimestamp(text)
        isClock = screenWords.isClockWithTicks(words.map(\.text))
    }

    /// A word this many times as tall as the others has a bubble's rounded end for a bracket.
    private static let overgrown = 1.7

    private static func core(_ words: [Transcript.Word], height: Int, box: Box) -> Box {
        let usual = words.filter { Double($0.box.height) <= overgrown * Double(height) }
        let top = usual.map(\.box.y).min() ?? box.y
        let bottom = usual.map { $0.box.y + $0.box.height }.max() ?? box.y + box.height
        var (left, right) = (box.x, box.x + box.width)
        if words.count > 1 {
            for word in words where Double(word.box.height) > overgrown * Double(height) {
                // The stroke lies within its end; the letters begin about a third of its height further in.
                if word.box.x == left { left += word.box.height / 3 }
                if word.box.x + word.box.width == right { right -= word.box.height / 3 }
            }
        }
        return Box(x: left, y: top, width: max(1, right - left), height: max(1, bottom - top))
    }

    private static func median(_ values: [Int]) -> Int { values.sorted()[(values.count - 1) / 2] }
}
