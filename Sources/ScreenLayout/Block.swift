import TextAnalysis

/// Lines that belong together, from top to bottom: those of one bubble, card or paragraph.
struct Block {
    var fragments: [Fragment]
    /// The box around the text.
    var box: Box
    /// The surface that the text stands on, if the picture shows edges on both sides.
    var enclosure: Box?
    /// Whether the enclosure's sides are straight beyond the text, so that it is a surface and not two things that happen to
    /// stand beside the text.
    var isSurface = false
    /// Whether the enclosure fits its text as bubbles and chips do.
    var isBubble = false

    init(_ first: Fragment) {
        fragments = [first]
        box = first.core
    }

    mutating func append(_ fragment: Fragment) {
        fragments.append(fragment)
        box = box.union(fragment.core)
    }

    /// Sorts the fragments into rows, and each row from the left.
    mutating func sort() {
        var rows: [[Fragment]] = []
        for fragment in fragments.sorted(by: { $0.core.middleY2 < $1.core.middleY2 }) {
            if let first = rows.last?[0], first.core.isInRow(of: fragment.core) {
                rows[rows.count - 1].append(fragment)
            } else {
                rows.append([fragment])
            }
        }
        fragments = rows.flatMap { $0.sorted { $0.core.x < $1.core.x } }
    }

    /// The enclosure, or the text's own box if there is none.
    var extent: Box { enclosure ?? box }
    var text: String { fragments.map(\.text).joined(separator: " ") }
    /// Median height of the lines in pixels.
    var lineHeight: Int {
        let heights = fragments.map(\.height).sorted()
        return heights[(heights.count - 1) / 2]
    }
    var role: LineRole {
        get { fragments.first?.role ?? .incoming }
        set { for index in fragments.indices { fragments[index].role = newValue } }
    }
    /// Whether the block may consist of icons.
    var isShort: Bool { fragments.allSatisfy(\.isShort) }
    var isEvidence: Bool { fragments.contains { $0.role == .incoming || $0.role == .outgoing } }
}
