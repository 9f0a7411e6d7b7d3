import TextAnalysis

/// Takes lines apart where something else stands beside the text: an avatar or an icon left of a bubble, the time right
/// of it. Tesseract joins whatever stands at one height, and a link that is broken over lines would get it in its middle.
enum LineSplitter {
    /// Wider than any space between words, as a multiple of the line's height.
    private static let gap = 1.0
    /// Icons are read as a character or two.
    private static let maxIconLength = 3
    /// How far the left edges of a paragraph's lines differ, as a share of the line's height.
    private static let alignment = 0.4

    static func split(_ lines: inout [Transcript.Line]) {
        let whole = lines
        lines = whole.flatMap(pieces)
        let edges = lines.map(\.box)
        for (index, line) in lines.enumerated() where isIcon(line) {
            // What begins right of it, and goes on above or below with the same edge, is text that it only stands beside.
            let beside = edges.indices.first { edges[$0].x > line.box.x && overlaps(edges[$0], line.box) }
            guard let beside,
                edges.indices.contains(where: { $0 != beside && aligned(edges[$0], edges[beside]) })
            else { continue }
            lines[index].role = .chrome
        }
    }

    private static func pieces(of line: Transcript.Line) -> [Transcript.Line] {
        let heights = line.words.map(\.box.height).sorted()
        guard let first = line.words.first, !heights.isEmpty else { return [] }
        let widest = Int(gap * Double(heights[(heights.count - 1) / 2]))
        var pieces = [Transcript.Line(words: [first], role: line.role)]
        for (before, word) in zip(line.words, line.words.dropFirst()) {
            if word.box.x - (before.box.x + before.box.width) > widest {
                pieces.append(Transcript.Line(words: [word], role: line.role))
            } else {
                pieces[pieces.count - 1].words.append(word)
            }
        }
        return pieces
    }

    private static func isIcon(_ line: Transcript.Line) -> Bool {
        line.words.reduce(0) { $0 + $1.text.count } <= maxIconLength
    }

    private static func overlaps(_ one: Box, _ other: Box) -> Bool {
        one.y < other.y + other.height && other.y < one.y + one.height
    }

    /// Whether they are lines of one paragraph.
    private static func aligned(_ one: Box, _ other: Box) -> Bool {
        let height = Double(min(one.height, other.height))
        return Double(abs(one.x - other.x)) < alignment * height
            && Double(abs(one.y - other.y)) < 3 * height
    }
}
