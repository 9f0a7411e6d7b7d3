import TextAnalysis

/// Cuts lines apart if something else stands beside the text: an avatar or an icon left of a bubble, the time right of it.
/// All that stands at one height was found as one line, and a link that is broken over lines would get it in its middle.
///
/// Gaps are multiples of the line's height, and were chosen on the development pictures.
struct LineCutter {
    let probe: PixelProbe
    let screenWords: ScreenWords

    /// A gap that is wider than this is no space between words.
    private static let gap = 1.5
    /// The same limit beside a word that may be an icon.
    private static let iconGap = 1.0
    /// A bubble's edge is looked for in gaps that are wider than this.
    private static let suspectGap = 0.7
    /// A word with at most this many letters and digits may be an icon.
    private static let iconLength = 2
    /// The gap before a time at the end of a line is wider than this.
    private static let timeGap = 0.45
    /// That gap is also wider than this multiple of the line's median space: 3/2.
    private static let timeGapOverSpace = (times: 3, over: 2)
    /// The largest number of words of a time or a date.
    private static let timeWords = 4
    /// A time is less than 9/10 as high as the text before it, or its letters are less than 0.85 as wide.
    private static let timeHeight = (times: 9, over: 10)
    private static let timeLetterWidth = 0.85
    /// A time that is as large as the text stands lower than it by more than its height divided by this.
    private static let heightOverDrop = 8
    /// The height of words divided by the width of the columns beside them that may hold blur or parts of letters.
    private static let heightOverBlur = 8
    /// An edge can be seen in a gap if both sides of the gap are longer than this, in pixels.
    private static let minGapSide = 2
    /// The number of rows that two words share, divided by the number of rows above them in which an edge must go on.
    private static let rowsOverRise = 3

    func fragments(of line: Transcript.Line, number: Int) -> [Fragment] {
        guard let first = line.words.first else { return [] }
        let heights = line.words.map(\.box.height).sorted()
        let height = Double(max(1, heights[(heights.count - 1) / 2]))
        var pieces = [[first]]
        for (before, word) in zip(line.words, line.words.dropFirst()) {
            let space = Self.space(before.box, word.box)
            let hasIcon = Self.isIcon(before) && pieces[pieces.count - 1].count == 1 || Self.isIcon(word)
            let isCut =
                Double(space) > (hasIcon ? Self.iconGap : Self.gap) * height
                || Double(space) > Self.suspectGap * height && hasEdge(before.box, word.box)
            if isCut { pieces.append([word]) } else { pieces[pieces.count - 1].append(word) }
        }
        return pieces.flatMap(cuttingTime).map {
            Fragment(words: $0, role: line.role, line: number, knowing: screenWords)
        }
    }

    /// Words of ideographs are as short as icons.
    private static func isIcon(_ word: Transcript.Word) -> Bool {
        word.text.count { $0.isLetter || $0.isNumber } <= iconLength
            && !word.text.unicodeScalars.contains(where: \.properties.isIdeographic)
    }

    /// The number of columns between two words, whichever is the left one.
    private static func space(_ one: Box, _ other: Box) -> Int { max(other.x - one.maxX, one.x - other.maxX) }

    private func hasEdge(_ one: Box, _ other: Box) -> Bool {
        let margin = max(1, max(one.height, other.height) / Self.heightOverBlur)
        let between = one.columnsBetween(other)
        let columns = Range(from: between.lowerBound + margin, upTo: between.upperBound - margin)
        let rows = one.sharedRows(other)
        guard columns.count > Self.minGapSide, rows.count > Self.minGapSide else { return false }
        let ground = probe.ground(of: one.width > other.width ? one : other)
        // An edge goes on above the words. A letter that reaches out of its word's box doesn't.
        let top = min(one.y, other.y)
        let above = Range(from: max(0, top - rows.count / Self.rowsOverRise), upTo: top)
        return !probe.isClear(rows: rows, columns: columns, ground: ground)
            && (above.isEmpty || !probe.isClear(rows: above, columns: columns, ground: ground))
    }

    private static func letterWidth(_ words: ArraySlice<Transcript.Word>) -> Double {
        let letters = words.reduce(0) { $0 + $1.text.count }
        return Double(words.reduce(0) { $0 + $1.box.width }) / Double(max(1, letters))
    }

    /// Cuts off a time or date that stands, smaller, after the last words of a bubble or a name.
    private func cuttingTime(_ words: [Transcript.Word]) -> [[Transcript.Word]] {
        let spaces = zip(words, words.dropFirst()).map { Self.space($0.box, $1.box) }
        let median = spaces.isEmpty ? 0 : spaces.sorted()[(spaces.count - 1) / 2]
        for start in max(1, words.count - Self.timeWords)..<max(1, words.count) {
            let (rest, end) = (words[..<start], words[start...])
            let text = end.map { $0.text.lowercased() }
            let isClock = screenWords.isClockWithTicks(text)
            guard isClock || screenWords.isDate(text.joined(separator: " ")), let last = rest.last?.box,
                let first = end.first?.box, let tall = rest.map(\.box.height).max(),
                let small = end.map(\.box.height).max()
            else { continue }
            let isSmaller =
                small * Self.timeHeight.over < tall * Self.timeHeight.times
                || Self.letterWidth(end) < Self.timeLetterWidth * Self.letterWidth(rest)
            let space = spaces[start - 1]
            guard isSmaller || isClock && (first.maxY - last.maxY) * Self.heightOverDrop > small,
                Double(space) > Self.timeGap * Double(small),
                rest.count == 1
                    || space * Self.timeGapOverSpace.over > median * Self.timeGapOverSpace.times
            else { continue }
            return [Array(rest), Array(end)]
        }
        return [words]
    }
}

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

extension Box {
    var maxX: Int { x + width }
    var maxY: Int { y + height }
    /// Twice the column (or row) of the box's middle, because the middle itself may not be a whole number.
    var middleX2: Int { x * 2 + width }
    var middleY2: Int { y * 2 + height }
    var columns: Range<Int> { Range(from: x, upTo: maxX) }

    /// Columns that both boxes cover; negative for the gap between them.
    func overlapX(_ other: Box) -> Int { min(maxX, other.maxX) - max(x, other.x) }
    /// Rows that both boxes cover; negative for the gap between them.
    func overlapY(_ other: Box) -> Int { min(maxY, other.maxY) - max(y, other.y) }

    /// Whether two boxes stand side by side: more than half of the lower one's rows are also the other's.
    func isInRow(of other: Box) -> Bool { overlapY(other) * 2 > min(height, other.height) }

    func contains(_ other: Box) -> Bool {
        other.x >= x && other.y >= y && other.maxX <= maxX && other.maxY <= maxY
    }

    func sharedColumns(_ other: Box) -> Range<Int> {
        Range(from: max(x, other.x), upTo: min(maxX, other.maxX))
    }
    func sharedRows(_ other: Box) -> Range<Int> {
        Range(from: max(y, other.y), upTo: min(maxY, other.maxY))
    }
    /// The columns between two boxes without those right beside them, which are blurred.
    func columnsBetween(_ other: Box) -> Range<Int> {
        Range(from: min(maxX, other.maxX) + 1, upTo: max(x, other.x) - 1)
    }
    /// The rows between two boxes without those right beside them, which are blurred.
    func rowsBetween(_ other: Box) -> Range<Int> {
        Range(from: min(maxY, other.maxY) + 1, upTo: max(y, other.y) - 1)
    }
}

extension Range<Int> {
    /// A range that is empty if the end lies before the start.
    init(from start: Int, upTo end: Int) { self = start..<Swift.max(start, end) }
}
