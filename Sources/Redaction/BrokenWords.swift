import ScamTaxonomy
import TextAnalysis

/// Pairs of words that are one, which was broken at a line's end.
struct BrokenWords {
    let transcript: Transcript

    /// The largest gap between two lines of one text, and between their beginnings, in heights of a line.
    private static let (gap, indent) = (1.5, 2.0)
    /// A line that takes this share of its block's width has no room for a word that is broken.
    private static let full = 0.9
    /// The end of a mail address that has no line beside it is at most this long.
    private static let remainder = 4

    /// The parts of mail addresses behind which the line was full.
    func mailAddresses() -> [[WordPlace]] {
        pairs().filter { last, first in
            let (text, next) = (self[last], self[first])
            guard text.contains("@") else { return next.isMailAddress && "._-+".contains(text.last ?? " ") }
            if !text.isMailAddress { return (text + next).isMailAddress }
            if text.contains("<"), !text.contains(">"), next.contains(">") { return true }
            let line = transcript.lines[last.line]
            guard line.words.count == 1, next.first?.isUppercase == false, !",;:".contains(text.last ?? " ")
            else { return false }
            let others = transcript.lines.filter { $0.block == line.block }
            if others.count < 2 {
                return transcript.lines[first.line].words.count == 1 && next.count <= Self.remainder
            }
            return Double(line.box.width) >= Self.full * Double(others.map(\.box.width).max() ?? 0)
        }.map { [$0, $1] }
    }

    /// Words with a hyphen at a line's end, and the words that they may go on with.
    func hyphened() -> [[WordPlace]] {
        pairs().filter { last, _ in self[last].count > 1 && self[last].last == "-" }.map { [$0, $1] }
    }

    /// The last word of each line, and the first of the line below it.
    private func pairs() -> [(WordPlace, WordPlace)] {
        zip(transcript.lines.indices, transcript.lines.indices.dropFirst()).compactMap { number, next in
            let (line, below) = (transcript.lines[number], transcript.lines[next])
            guard line.isAbove(below, gap: Self.gap, indent: Self.indent), !line.words.isEmpty,
                !below.words.isEmpty
            else { return nil }
            return (
                WordPlace(line: number, word: line.words.count - 1), WordPlace(line: next, word: 0)
            )
        }
    }

    private subscript(place: WordPlace) -> String { transcript.lines[place.line].words[place.word].text }
}

extension Transcript.Line {
    /// Whether another line begins closely below where this one does, or stands behind it.
    func isAbove(_ other: Transcript.Line, gap: Double, indent: Double) -> Bool {
        let height = Double(box.height)
        // What stands apart in the same row goes on with it too.
        if 2 * abs(other.box.y - box.y) < box.height, other.box.x >= box.x + box.width { return true }
        let between = Double(other.box.y - box.y - box.height)
        return between >= -0.5 * height && between <= gap * height
            && abs(Double(other.box.x - box.x)) <= indent * height
    }
}

extension String {
    /// Whether the word holds a mail address, whatever its domain's ending. A pattern that is searched for would take time by the
    /// square of the word's length.
    var isMailAddress: Bool {
        let parts = split(separator: "@", omittingEmptySubsequences: false)
        return zip(parts, parts.dropFirst()).contains { name, domain in
            let label = domain.prefix { $0.isLetterOrDigit || $0 == "-" }
            let ending = domain[label.endIndex...]
            return name.last.map { $0.isLetterOrDigit || "._%+-".contains($0) } == true && !label.isEmpty
                && ending.first == "." && ending.dropFirst().first?.isLetterOrDigit == true
        }
    }

    /// Whether the word is what somebody is called on a messenger: `@mira_lund`. `@5` and a lone sign are none.
    var isMention: Bool {
        let name = drop { !$0.isLetterOrDigit && $0 != "@" }
        return name.first == "@" && name.count > 2 && name.dropFirst().first?.isLetter == true
    }
}

extension Character {
    fileprivate var isLetterOrDigit: Bool { isLetter || isWholeNumber }
}
