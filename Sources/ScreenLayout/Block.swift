import TextAnalysis

/// Lines that belong together: those of one bubble, card or paragraph, top to bottom.
struct Block {
    var fragments: [Fragment]
    /// Around the text.
    var box: Box
    /// What the text stands in, where the picture shows edges on both sides.
    var enclosure: Box?
    /// Whether the enclosure's sides are straight beyond the text: a surface, not things that happen to stand beside it.
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

    /// Puts its fragments into rows, each from the left.
    mutating func sort() {
        var rows: [[Fragment]] = []
        for fragment in fragments.sorted(by: { $0.core.middleY2 < $1.core.middleY2 }) {
            let height = min(fragment.core.height, rows.last?[0].core.height ?? 0)
            if let first = rows.last?[0], first.core.overlapY(fragment.core) * 2 > height {
                rows[rows.count - 1].append(fragment)
            } else {
                rows.append([fragment])
            }
        }
        fragments = rows.flatMap { $0.sorted { $0.core.x < $1.core.x } }
    }

    /// The enclosure, or where there is none, the text's own box.
    var extent: Box { enclosure ?? box }
    var text: String { fragments.map(\.text).joined(separator: " ") }
    /// Median height of its lines.
    var lineHeight: Int {
        let heights = fragments.map(\.height).sorted()
        return heights[(heights.count - 1) / 2]
    }
    var role: Transcript.Role {
        get { fragments.first?.role ?? .incoming }
        set { for index in fragments.indices { fragments[index].role = newValue } }
    }
    /// Whether it may be icons.
    var isShort: Bool { fragments.allSatisfy(\.isShort) }
    var isEvidence: Bool { fragments.contains { $0.role == .incoming || $0.role == .outgoing } }
}
