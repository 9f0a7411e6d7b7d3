import TextAnalysis

extension Box {
    var maxX: Int { x + width }
    var maxY: Int { y + height }
    /// Twice the column (or row) of the box's middle, because the middle itself may not be a whole number.
    var middleX2: Int { x * 2 + width }
    var middleY2: Int { y * 2 + height }
    var columns: Range<Int> { Range(from: x, upTo: maxX) }

    /// Columns that both boxes cover; negative for the gap between them.
    func overlapX(_ other: Box) -> Int { min(maxX, other.maxX) - max(x, other.x) }
    /// Rows that both boxes cover; negative for the gap between them.
    func overlapY(_ other: Box) -> Int { min(maxY, other.maxY) - max(y, other.y) }

    /// Whether two boxes stand side by side: more than half of the lower one's rows are also the other's.
    func isInRow(of other: Box) -> Bool { overlapY(other) * 2 > min(height, other.height) }

    func contains(_ other: Box) -> Bool {
        other.x >= x && other.y >= y && other.maxX <= maxX && other.maxY <= maxY
    }

    func sharedColumns(_ other: Box) -> Range<Int> {
        Range(from: max(x, other.x), upTo: min(maxX, other.maxX))
    }
    func sharedRows(_ other: Box) -> Range<Int> {
        Range(from: max(y, other.y), upTo: min(maxY, other.maxY))
    }
    /// The columns between two boxes without those right beside them, which are blurred.
    func columnsBetween(_ other: Box) -> Range<Int> {
        Range(from: min(maxX, other.maxX) + 1, upTo: max(x, other.x) - 1)
    }
    /// The rows between two boxes without those right beside them, which are blurred.
    func rowsBetween(_ other: Box) -> Range<Int> {
        Range(from: min(maxY, other.maxY) + 1, upTo: max(y, other.y) - 1)
    }
}

extension Range<Int> {
    /// A range that is empty if the end lies before the start.
    init(from start: Int, upTo end: Int) { self = start..<Swift.max(start, end) }
}
