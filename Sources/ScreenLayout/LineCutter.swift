import TextAnalysis

/// Cuts lines apart if something else stands beside the text: an avatar or an icon left of a bubble, the time right of it.
/// All that stands at one height was found as one line, and a link that is broken over lines would get it in its middle.
///
/// Gaps are multiples of the line's height, and were chosen on the development pictures.
struct LineCutter {
    let probe: PixelProbe
    let screenWords: ScreenWords

    /// Gap that is wider than any space between words.
    private static let gap = 1.5
    /// The same beside a word that may be an icon.
    private static let iconGap = 1.0
    /// Gap from which a bubble's edge is looked for between two words.
    private static let suspectGap = 0.7
    /// Letters and digits up to which a word may be an icon.
    private static let iconLength = 2
    /// Smallest gap before a time at the end of a line.
    private static let timeGap = 0.45
    /// The same over the median space of the line, as fraction: 3/2.
    private static let timeGapOverSpace = (times: 3, over: 2)
    /// Largest number of words of a time.
    private static let timeWords = 4
    /// Height of a time over that of the text at most, as fraction: 9/10; or else the width of its letters.
    private static let timeHeight = (times: 9, over: 10)
    private static let timeLetterWidth = 0.85
    /// Height of a time over the distance by which it stands lower than the text, if it is as large.
    private static let heightOverDrop = 8
    /// Height of words over the columns that they are blurred by, or that letters reach out of their boxes.
    private static let heightOverBlur = 8
    /// Smallest width and height of a gap, less one, in which an edge can be seen, in pixels.
    private static let minGapSide = 2
    /// Rows that two words share over the rows above them in which an edge must go on.
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

    private static func isIcon(_ word: Transcript.Word) -> Bool {
        word.text.count { $0.isLetter || $0.isNumber } <= iconLength
    }

    /// Columns between two words, whichever stands first on the picture.
    private static func space(_ one: Box, _ other: Box) -> Int { max(other.x - one.maxX, one.x - other.maxX) }

    private func hasEdge(_ one: Box, _ other: Box) -> Bool {
        let margin = max(1, max(one.height, other.height) / Self.heightOverBlur)
        let between = one.columnsBetween(other)
        let columns = Range(from: between.lowerBound + margin, upTo: between.upperBound - margin)
        let rows = one.sharedRows(other)
        guard columns.count > Self.minGapSide, rows.count > Self.minGapSide else { return false }
        let ground = probe.ground(of: one.width > other.width ? one : other)
        // An edge goes on above the words, unlike a letter that reaches out of its word's box.
        let top = min(one.y, other.y)
        let above = Range(from: max(0, top - rows.count / Self.rowsOverRise), upTo: top)
        return !probe.isClear(rows: rows, columns: columns, ground: ground)
            && (above.isEmpty || !probe.isClear(rows: above, columns: columns, ground: ground))
    }

    private static func letterWidth(_ words: ArraySlice<Transcript.Word>) -> Double {
        let letters = words.reduce(0) { $0 + $1.text.count }
        return Double(words.reduce(0) { $0 + $1.box.width }) / Double(max(1, letters))
    }

    /// Cuts off the time or date that stands smaller behind the last words of a bubble or a name.
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
