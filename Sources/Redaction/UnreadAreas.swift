import ScamTaxonomy

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
    /// A surface on which words stand is ground from this many cells on. Smaller ones are the insides of letters.
    private static let minGround = 16
    /// How many cells an edge between two grounds is wide to each side.
    private static let edge = 2
    /// Groups of fewer cells are crumbs, such as noise of JPEG.
    private static let minGroup = 3
    /// A rule is at most as thick and at least as long, in cells.
    private static let (ruleThickness, ruleLength) = (2, 20)
    /// Gaps of up to twice as many cells within a picture or a word are covered too.
    private static let reach = 3
    /// A surface without words belongs to the picture that takes this share of its edge.
    private static let enclosed = 0.5
    /// A picture is at least this many times as high and wide as text; what is smaller is text or an icon.
    private static let pictureHeight = 2.2

    /// - Parameters:
    ///   - shown: the places of words that are shown.
    ///   - hidden: the places of what is covered by name.
    ///   - textHeight: the height of usual words in cells.
    init(
        of grid: CellGrid, shown: [(columns: Range<Int>, rows: Range<Int>)],
        hidden: [(columns: Range<Int>, rows: Range<Int>)], textHeight: Double
    ) {
        var visible = CellMask(grid)
        for place in shown { visible.set(place) }
        let grounds = Self.grounds(of: grid, under: shown + hidden)
        let isGround = grid.surfaces.map { $0.map { grounds.kept[Int($0)] } ?? false }
        var ink = CellMask(grid)
        for cell in ink.cells.indices where !isGround[cell] && !visible.cells[cell] {
            ink.cells[cell] = !Self.isEdge(cell, of: grid, isGround)
        }
        for group in ink.groups where Self.isNothing(group, ink.bounds(of: group)) {
            for cell in group { ink.cells[cell] = false }
        }
        ink = ink.closed(by: Self.reach)
        Self.addEnclosed(to: &ink, grid, grounds)
        for cell in ink.cells.indices where visible.cells[cell] { ink.cells[cell] = false }
        for group in ink.groups {
            let bounds = ink.bounds(of: group)
            let least = Double(min(bounds.columns.count, bounds.rows.count))
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
            for row in place.rows {
                for column in place.columns {
                    guard let surface = grid.surfaces[row * grid.columns + column] else { continue }
                    worded[Int(surface)] = grid.sizes[Int(surface)] >= minGround
                }
            }
        }
        let shorter = min(grid.columns, grid.rows) / groundShare
        let least = max(minGround, shorter * shorter)
        let kept = grid.sizes.indices.map { surface in
            worded[surface]
                ? grid.spreads[surface] <= spreadUnderWords
                : grid.sizes[surface] >= least && grid.spreads[surface] <= spread
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

    private static func isNothing(
        _ group: [Int], _ bounds: (columns: Range<Int>, rows: Range<Int>)
    ) -> Bool {
        let (width, height) = (bounds.columns.count, bounds.rows.count)
        return group.count < minGroup
            || min(width, height) <= ruleThickness && max(width, height) >= ruleLength
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
        let taken = borders.indices.map {
            borders[$0] > 0 && Double(inked[$0]) >= enclosed * Double(borders[$0])
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
