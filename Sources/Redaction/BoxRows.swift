import ScamTaxonomy
import TextAnalysis

/// Boxes by the rows that they touch, so that it takes no look at all of them whether one holds a point.
struct BoxRows {
    /// The height of a group of rows in pixels: about that of a line.
    private static let height = 32

    private var groups: [Int: [Box]] = [:]

    init(_ boxes: some Sequence<Box>) {
        for box in boxes {
            for row in box.y / Self.height...(box.y + box.height) / Self.height {
                groups[row, default: []].append(box)
            }
        }
    }

    /// Whether a box holds the middle of another.
    /// - Parameter limits: no box counts that reaches out of these.
    func holdMiddle(of other: Box, within limits: Box? = nil) -> Bool {
        let (x, y) = (2 * other.x + other.width, 2 * other.y + other.height)
        return groups[y / 2 / Self.height]?.contains { box in
            (2 * box.x...2 * (box.x + box.width)).contains(x)
                && (2 * box.y...2 * (box.y + box.height)).contains(y)
                && limits.map { $0.union(box) == $0 } ?? true
        } ?? false
    }
}
