import TextAnalysis

/// Lines that belong together, from top to bottom: those of one bubble, card or paragraph.
struct Block {
    var fragments: [Fragment]
    /// The smallest box around the text, in pixels.
    var box: Box
    /// The surface on which the text stands; nil unless the picture shows edges on both sides of the text.
    var enclosure: Box?
    /// Whether the enclosure's sides are straight beyond the text, so that it is a surface and not two things that happen to
    /// stand beside the text.
    var isSurface = false
    /// Whether the enclosure is about as wide as its text, as bubbles and chips are.
    var isBubble = false

    init(_ first: Fragment) {
        fragments = [first]
        box = first.core
    }

    mutating func append(_ fragment: Fragment) {
        fragments.append(fragment)
        box = box.union(fragment.core)
    }

    /// Sorts the fragments into rows from the top, and the fragments of each row from the left.
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

    /// The enclosure, or the box around the text if there is none.
    var extent: Box { enclosure ?? box }
    var text: String { fragments.map(\.text).joined(separator: " ") }
    /// The median height of the block's lines, in pixels.
    var lineHeight: Int {
        let heights = fragments.map(\.height).sorted()
        return heights[(heights.count - 1) / 2]
    }
    var role: LineRole {
        get { fragments.first?.role ?? .incoming }
        set { for index in fragments.indices { fragments[index].role = newValue } }
    }
    /// Whether all fragments are so short that they may be icons.
    var isShort: Bool { fragments.allSatisfy(\.isShort) }
    var isEvidence: Bool { fragments.contains { $0.role == .incoming || $0.role == .outgoing } }
}
