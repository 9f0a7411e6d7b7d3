import TextAnalysis

/// Puts lines into the order in which a person reads a phone screen. Tesseract goes block by block, so that it
/// may read all of one side of a conversation before the other.
enum ReadingOrder {
    static func sort(_ lines: inout [Transcript.Line], width: Int, height: Int) {
        // A wide picture may hold columns, which Tesseract keeps apart rightly.
        guard height > width else { return }
        var rest = lines.map { ($0, $0.box) }.sorted { middle($0.1) < middle($1.1) }[...]
        lines = []
        while let (_, first) = rest.first {
            // The first belongs to its own row however flat it is.
            let below = first.y * 2 + max(1, first.height * 2)
            let row = rest.prefix { middle($0.1) < below }
            lines += row.sorted { $0.1.x < $1.1.x }.map(\.0)
            rest = rest.dropFirst(row.count)
        }
    }

    /// Twice the vertical middle, to stay among whole numbers.
    private static func middle(_ box: Box) -> Int { box.y * 2 + box.height }
}
