import TextAnalysis

/// Sorts blocks into the order in which a person reads a screen: rows from the top, columns from the left (from the right if
/// most of the text runs that way), each column to its end before the next.
struct ReadingOrder {
    /// The smallest gap between columns, as a multiple of the text's height.
    static let gutter = 2

    /// The smallest gap between columns, in pixels.
    let gutter: Int
    let isRightToLeft: Bool

    /// The largest depth of cuts within cuts. Screens are nested less deeply.
    private static let maxDepth = 12

    func sorted(_ blocks: [Block]) -> [Block] {
        var order: [Int] = []
        order.reserveCapacity(blocks.count)
        cut(Array(blocks.indices), blocks.map(\.box), depth: 0, into: &order)
        return order.map { blocks[$0] }
    }

    private func cut(_ indices: [Int], _ boxes: [Box], depth: Int, into order: inout [Int]) {
        guard indices.count > 1, depth < Self.maxDepth else {
            order += indices.sorted { (boxes[$0].y, boxes[$0].x) < (boxes[$1].y, boxes[$1].x) }
            return
        }
        let bands = groups(indices, gap: 0) { Range(from: boxes[$0].y, upTo: boxes[$0].maxY) }
        if bands.count > 1 {
            for band in bands { cut(band, boxes, depth: depth + 1, into: &order) }
            return
        }
        let columns = groups(indices, gap: gutter) { boxes[$0].columns }
        if columns.count > 1 {
            for column in isRightToLeft ? columns.reversed() : columns {
                cut(column, boxes, depth: depth + 1, into: &order)
            }
            return
        }
        var rows: [[Int]] = []
        for index in indices.sorted(by: {
            (boxes[$0].middleY2, boxes[$0].x) < (boxes[$1].middleY2, boxes[$1].x)
        }) {
            // Pieces of one line have about the same middle.
            if let first = rows.last?.first,
                Self.heightOverStep * (boxes[index].middleY2 - boxes[first].middleY2) < boxes[first].height
            {
                rows[rows.count - 1].append(index)
            } else {
                rows.append([index])
            }
        }
        for row in rows { order += row.sorted { (boxes[$0].x, boxes[$0].y) < (boxes[$1].x, boxes[$1].y) } }
    }

    /// The height of a line divided by twice the largest step between its pieces. Lines that slope are further apart.
    private static let heightOverStep = 4

    /// Rows or columns may overlap by `maxTouch` pixels, or by a block's size divided by `sizeOverTouch` if that is less, and
    /// still be cut apart.
    private static let maxTouch = 2
    private static let sizeOverTouch = 8

    /// Returns the groups of blocks, in order, between which there are empty rows or columns.
    private func groups(_ indices: [Int], gap: Int, _ span: (Int) -> Range<Int>) -> [[Int]] {
        let spans = indices.map { ($0, span($0)) }.sorted { $0.1.lowerBound < $1.1.lowerBound }
        var groups: [[Int]] = []
        var end = Int.min
        for (index, span) in spans {
            let touch = min(Self.maxTouch, span.count / Self.sizeOverTouch)
            let overlaps = end != Int.min && span.lowerBound < end + gap - touch
            if overlaps { groups[groups.count - 1].append(index) } else { groups.append([index]) }
            end = max(end, span.upperBound)
        }
        return groups
    }
}
