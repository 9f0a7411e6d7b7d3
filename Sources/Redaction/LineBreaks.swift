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
