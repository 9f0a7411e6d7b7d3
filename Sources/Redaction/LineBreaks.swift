import ScamTaxonomy
import TextAnalysis

/// Where lines were broken for want of room: the next one's first word is too long for what is left of the line.
struct LineBreaks {
    private let lines: [Transcript.Line]
    /// The places at which the lines of each block begin and end.
    private let sides: [Int: (left: Int, right: Int)]
    private let narrowest: Int

    /// A bubble that breaks lines is at least this wide, as a share of the picture's width.
    private static let share = 0.5
    /// The width of a blank, as a share of the line's height.
    private static let blank = 0.3
    /// From this share of a block's width on a line may have been full, where blocks stand beside each other.
    private static let full = 0.85

    init(_ transcript: Transcript) {
        lines = transcript.lines
        narrowest = Int(Self.share * Double(transcript.width))
        sides = transcript.lines.reduce(into: [:]) { sides, line in
            let (left, right) = (line.box.x, line.box.x + line.box.width)
            let known = sides[line.block] ?? (left, right)
            sides[line.block] = (min(left, known.left), max(right, known.right))
        }
    }

    func isBroken(after number: Int) -> Bool {
        guard let (width, room) = widths(number) else { return false }
        return width > Double(max(narrowest, room))
    }

    /// Whether a line may have been broken, also in a narrow column.
    func mayBeBroken(after number: Int) -> Bool {
        guard let (width, room) = widths(number) else { return false }
        return width > Self.full * Double(room)
    }

    /// The width of a line with the next one's first word, and that of their block.
    private func widths(_ number: Int) -> (width: Double, room: Int)? {
        guard lines.indices.contains(number), lines.indices.contains(number + 1),
            lines[number].block == lines[number + 1].block, let room = sides[lines[number].block],
            let next = lines[number + 1].words.first
        else { return nil }
        let box = lines[number].box
        return (Double(box.width + next.box.width) + Self.blank * Double(box.height), room.right - room.left)
    }
}

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
