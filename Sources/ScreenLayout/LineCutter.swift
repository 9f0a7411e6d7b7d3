import TextAnalysis

/// Takes lines apart where something else stands beside the text: an avatar or an icon left of a bubble, the time right
/// of it. Tesseract joins whatever stands at one height, and a link that is broken over lines would get it in its middle.
struct LineCutter {
    let probe: PixelProbe
    let screenWords: ScreenWords

    /// Wider than any space between words, as a multiple of the line's height.
    private static let gap = 1.5
    /// The same beside what may be an icon.
    private static let iconGap = 1.0
    /// Spaces from this on are looked into: a bubble's edge may lie in them.
    private static let suspectGap = 0.7
    /// How far before the time at the end of a line there is nothing, and of how many words it may be.
    private static let timeGap = 0.45
    private static let timeWords = 4

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
        word.text.count { $0.isLetter || $0.isNumber } <= 2
    }

    /// Between two words, whichever comes first on the picture.
    private static func space(_ one: Box, _ other: Box) -> Int { max(other.x - one.maxX, one.x - other.maxX) }

    private func hasEdge(_ one: Box, _ other: Box) -> Bool {
        // Letters are blurred, and may reach out of their boxes a little.
        let margin = max(1, max(one.height, other.height) / 8)
        let between = one.columnsBetween(other)
        let columns = Range(from: between.lowerBound + margin, upTo: between.upperBound - margin)
        let rows = one.sharedRows(other)
        guard columns.count > 2, rows.count > 2 else { return false }
        let ground = probe.ground(of: one.width > other.width ? one : other)
        // An edge goes on above the words; a letter that reaches out of its word's box doesn't.
        let top = min(one.y, other.y)
        let above = Range(from: max(0, top - rows.count / 3), upTo: top)
        return !probe.isClear(rows: rows, columns: columns, ground: ground)
            && (above.isEmpty || !probe.isClear(rows: above, columns: columns, ground: ground))
    }

    private static func letterWidth(_ words: ArraySlice<Transcript.Word>) -> Double {
        let letters = words.reduce(0) { $0 + $1.text.count }
        return Double(words.reduce(0) { $0 + $1.box.width }) / Double(max(1, letters))
    }

    /// The time or date that stands smaller behind the last words of a bubble or a name.
    private func cuttingTime(_ words: [Transcript.Word]) -> [[Transcript.Word]] {
        let spaces = zip(words, words.dropFirst()).map { Self.space($0.box, $1.box) }
        let usual = spaces.isEmpty ? 0 : spaces.sorted()[(spaces.count - 1) / 2]
        for start in max(1, words.count - Self.timeWords)..<max(1, words.count) {
            let (rest, end) = (words[..<start], words[start...])
            let text = end.map { $0.text.lowercased() }
            let isClock = screenWords.isClockWithTicks(text)
            guard isClock || screenWords.isDate(text.joined(separator: " ")), let last = rest.last?.box,
                let first = end.first?.box, let tall = rest.map(\.box.height).max(),
                let small = end.map(\.box.height).max()
            else { continue }
            let isSmaller = small * 10 < tall * 9 || Self.letterWidth(end) < 0.85 * Self.letterWidth(rest)
            let space = spaces[start - 1]
            guard isSmaller || isClock && (first.maxY - last.maxY) * 8 > small,
                Double(space) > Self.timeGap * Double(small),
                rest.count == 1 || space * 2 > usual * 3
            else { continue }
            return [Array(rest), Array(end)]
        }
        return [words]
    }
}
