import ScamTaxonomy
import TextAnalysis

/// What is on a picture beside plain ground, its edges and the words that are shown: unread words, icons, avatars, photos. A picture
/// isn't looked for; it is what nothing else explains.
struct UnreadAreas {
    struct Area {
        var kind: RedactedKind
        /// Rectangles of cells.
        var parts: [(columns: Range<Int>, rows: Range<Int>)]
    }

    private(set) var areas: [Area] = []

    /// A surface as large as a square whose side is the picture's shorter side divided by this is ground, also without words. Patches of
    /// photos are mostly smaller.
    private static let groundShare = 12
    /// The cells of a ground differ by no more, as standard deviation: a gradient over 48 of 255 levels has 14. Where words stand, more
    /// is borne, as on a notification that photos shine through.
    private static let (spread, spreadUnderWords) = (14.0, 24.0)
    /// Words stand on a surface that takes at least one in so many of their cells, and one in so many of those that the largest there takes.
    private static let (share, shareOfLargest) = (8, 2)
    /// A surface without words that reaches over no more than these shares of the picture may be part of an avatar. It is if at least this
    /// share of its edge borders on ink.
    private static let (avatarWidth, avatarHeight, avatarEdge) = (3, 5, 0.15)
    /// Surfaces are of one colour if no value of it differs by more.
    private static let sameColor = 12.0
    /// A surface on which words stand is ground from this many cells on. Smaller ones are the insides of letters.
    private static let minGround = 16
    /// How many cells an edge between two grounds is wide to each side.
    private static let edge = 2
    /// Groups of fewer cells are crumbs, such as noise of JPEG.
    private static let minGroup = 3
    /// A rule is at most as thick and at least as long, in cells. So many close to each other are a barcode's.
    private static let (ruleThickness, ruleLength, barcodeRules) = (2, 20, 4)
    /// Gaps of up to twice as many cells within a picture or a word are covered too.
    private static let reach = 3
    /// A surface without words belongs to the picture that takes this share of its edge.
    private static let enclosed = 0.5
    /// A picture is at least this many times as high and wide as text; what is smaller is text or an icon.
    private static let pictureHeight = 2.2
    /// What stands alone and is no larger than this share of text is no letter: a dot, a bubble's tail or corner.
    private static let speck = 0.5

    /// - Parameters:
    ///   - shown: the places of words that are shown, with their margins.
    ///   - words: the places of all words, without margins, which may reach over a picture beside them.
    ///   - textHeight: the height of usual words in cells.
    init(
        of grid: CellGrid, shown: [(columns: Range<Int>, rows: Range<Int>)],
        words: [(columns: Range<Int>, rows: Range<Int>)], textHeight: Double
    ) {
        var visible = CellMask(grid)
        for place in shown { visible.set(place) }
        let grounds = Self.grounds(of: grid, under: words)
        let isGround = grid.surfaces.map { $0.map { grounds.kept[Int($0)] } ?? false }
        var ink = CellMask(grid)
        for cell in ink.cells.indices where !isGround[cell] && !visible.cells[cell] {
            ink.cells[cell] = !Self.isEdge(cell, of: grid, isGround)
        }
        Self.removeCrumbsAndRules(from: &ink)
        ink = ink.closed(by: Self.reach)
        Self.addEnclosed(to: &ink, grid, grounds)
        for cell in ink.cells.indices where visible.cells[cell] { ink.cells[cell] = false }
        for group in ink.groups {
            let bounds = ink.bounds(of: group)
            let least = Double(min(bounds.columns.count, bounds.rows.count))
            guard Double(max(bounds.columns.count, bounds.rows.count)) > Self.speck * textHeight else {
                continue
            }
            let parts = visible.holdsAny(bounds) ? Self.runs(of: group, grid.columns) : [bounds]
            areas.append(
                Area(kind: least >= Self.pictureHeight * textHeight ? .picture : .unread, parts: parts))
        }
    }

    /// Which surfaces are ground, and which of these hold words.
    private static func grounds(
        of grid: CellGrid, under words: [(columns: Range<Int>, rows: Range<Int>)]
    ) -> (kept: [Bool], worded: [Bool]) {
        var worded = [Bool](repeating: false, count: grid.sizes.count)
        for place in words {
            var under: [Int: Int] = [:]
            for row in place.rows {
                for column in place.columns {
                    guard let surface = grid.surfaces[row * grid.columns + column] else { continue }
                    under[Int(surface), default: 0] += 1
                }
            }
            // A word's box may touch a picture above it.
            let largest = under.values.max() ?? 0
            for (surface, cells) in under
            where share * cells >= place.rows.count * place.columns.count && shareOfLargest * cells >= largest
            {
                worded[surface] = grid.sizes[surface] >= minGround
            }
        }
        let shorter = min(grid.columns, grid.rows) / groundShare
        let least = max(minGround, shorter * shorter)
        // A large surface of a colour on which no words stand is a plain part of a picture, unless it spans the screen.
        let colors = grid.sizes.indices.filter { worded[$0] }.map { grid.colors[$0] }
        func isScreen(_ surface: Int) -> Bool {
            let bounds = grid.bounds[surface]
            return 2 * bounds.rows.count >= grid.rows
                || colors.contains { color in
                    zip(color, grid.colors[surface]).allSatisfy { abs($0 - $1) <= sameColor }
                }
        }
        let kept = grid.sizes.indices.map { surface in
            worded[surface]
                ? grid.spreads[surface] <= spreadUnderWords
                : grid.sizes[surface] >= least && grid.spreads[surface] <= spread
                    && (words.isEmpty || isScreen(surface))
        }
        return (kept, worded)
    }

    /// Whether a cell lies between two grounds, as a bubble's edge does.
    private static func isEdge(_ cell: Int, of grid: CellGrid, _ isGround: [Bool]) -> Bool {
        let (row, column) = cell.quotientAndRemainder(dividingBy: grid.columns)
        var first: Int32?
        for y in max(0, row - edge)...min(grid.rows - 1, row + edge) {
            for x in max(0, column - edge)...min(grid.columns - 1, column + edge) {
                let neighbour = y * grid.columns + x
                guard isGround[neighbour], let surface = grid.surfaces[neighbour] else { continue }
                if let first, first != surface { return true }
                first = surface
            }
        }
        return false
    }

    private static func removeCrumbsAndRules(from ink: inout CellMask) {
        let groups = ink.groups
        let rules = groups.map { isRule(ink.bounds(of: $0)) }
        // A barcode's stripes stand close to each other.
        let closed = ink.closed(by: reach)
        var number = [Int](repeating: 0, count: ink.cells.count)
        for (index, group) in closed.groups.enumerated() {
            for cell in group { number[cell] = index }
        }
        var counts: [Int: Int] = [:]
        for (group, isRule) in zip(groups, rules) where isRule { counts[number[group[0]], default: 0] += 1 }
        for (group, isRule) in zip(groups, rules) {
            let isBarcode = counts[number[group[0]], default: 0] >= barcodeRules
            guard group.count < minGroup || isRule && !isBarcode else { continue }
            for cell in group { ink.cells[cell] = false }
        }
    }

    private static func isRule(_ bounds: (columns: Range<Int>, rows: Range<Int>)) -> Bool {
        let (width, height) = (bounds.columns.count, bounds.rows.count)
        return min(width, height) <= ruleThickness && max(width, height) >= ruleLength
    }

    /// Adds grounds without words that mostly border on ink, such as the sky of a photo.
    private static func addEnclosed(
        to ink: inout CellMask, _ grid: CellGrid, _ grounds: (kept: [Bool], worded: [Bool])
    ) {
        var borders = [Int](repeating: 0, count: grid.sizes.count)
        var inked = borders
        for cell in grid.surfaces.indices {
            guard let surface = grid.surfaces[cell].map({ Int($0) }), !grounds.worded[surface] else {
                continue
            }
            for next in CellGrid.neighbours(of: cell, columns: grid.columns, count: grid.surfaces.count)
            where grid.surfaces[next] != grid.surfaces[cell] {
                borders[surface] += 1
                if ink.cells[next] { inked[surface] += 1 }
            }
        }
        let taken = borders.indices.map { surface in
            let bounds = grid.bounds[surface]
            let isSmall =
                avatarWidth * bounds.columns.count <= grid.columns
                && avatarHeight * bounds.rows.count <= grid.rows
            return borders[surface] > 0
                && Double(inked[surface]) >= (isSmall ? avatarEdge : enclosed) * Double(borders[surface])
        }
        for cell in grid.surfaces.indices {
            if let surface = grid.surfaces[cell], taken[Int(surface)] { ink.cells[cell] = true }
        }
    }

    /// The rows of a group, as rectangles one cell high.
    private static func runs(of group: [Int], _ columns: Int) -> [(columns: Range<Int>, rows: Range<Int>)] {
        var runs: [(columns: Range<Int>, rows: Range<Int>)] = []
        for cell in group.sorted() {
            let (row, column) = cell.quotientAndRemainder(dividingBy: columns)
            if let last = runs.last, last.rows.lowerBound == row, last.columns.upperBound == column {
                runs[runs.count - 1].columns = last.columns.lowerBound..<column + 1
            } else {
                runs.append((column..<column + 1, row..<row + 1))
            }
        }
        return runs
    }
}

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
