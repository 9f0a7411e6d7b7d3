import ScamTaxonomy
import TextAnalysis

/// Words of a line that belong together: a table's cell, or what stands between signs such as `·`, or behind a colon.
struct LinePart {
    let line: Int
    /// The indices of its words.
    let words: Range<Int>

    var places: [WordPlace] { words.map { WordPlace(line: line, word: $0) } }

    /// Words that are farther apart than this, in heights of usual words, stand in two columns.
    private static let gap = 1.2
    private static let signs: Set<String> = ["·", "•", "|", "—", "–", "/", "→", ">", "›", "»", "&"]

    /// The parts of a line, from left to right. Signs that divide them belong to none.
    static func all(of line: Transcript.Line, number: Int) -> [LinePart] {
        let heights = line.words.map(\.box.height).sorted()
        guard let usual = heights.dropFirst(heights.count / 2).first else { return [] }
        var parts: [LinePart] = []
        var start = 0
        func close(before end: Int, next: Int) {
            if start < end { parts.append(LinePart(line: number, words: start..<end)) }
            start = next
        }
        for index in line.words.indices {
            let word = line.words[index]
            if signs.contains(word.text) {
                close(before: index, next: index + 1)
                continue
            }
            if index > start {
                let before = line.words[index - 1].box
                let between = Double(word.box.x - before.x - before.width)
                if between > gap * Double(usual) { close(before: index, next: index) }
            }
            if [":", "："].contains(word.text.last) { close(before: index + 1, next: index + 1) }
        }
        close(before: line.words.count, next: line.words.count)
        return parts
    }
}
