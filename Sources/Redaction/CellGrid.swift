import Imaging

/// A picture as small square cells: which are plain, and which plain ones are one surface, such as a bubble, a bar or the screen's
/// ground.
struct CellGrid {
    /// The picture's shorter side in cells. A phone's text has letters of six cells then.
    private static let cellsAcross = 360
    private static let sides = 2...8
    /// The largest difference of one colour in a plain cell. Fainter ink than this can't be read; what JPEG leaves around letters is
    /// fainter.
    private static let plain = 26
    /// The largest difference of one colour between neighbours on one surface, which may be a gradient.
    private static let step = 10

    /// The side of a cell in pixels.
    let side: Int
    let columns: Int
    let rows: Int
    /// The number of each cell's surface, from 0; nil for a cell that isn't plain.
    let surfaces: [Int32?]
    /// The number of cells of each surface.
    let sizes: [Int]
    /// How much the cells of each surface differ: the standard deviation of the colour that differs most.
    let spreads: [Double]

    /// The mean colour of the cells of each surface, as three values.
    let colors: [[Double]]
    /// The columns and rows that each surface reaches over.
    let bounds: [(columns: ClosedRange<Int>, rows: ClosedRange<Int>)]

    init(_ picture: borrowing ColorPicture) {
        let across = min(picture.width, picture.height) / Self.cellsAcross
        let side = min(max(across, Self.sides.lowerBound), Self.sides.upperBound)
        self.side = side
        columns = (picture.width + side - 1) / side
        rows = (picture.height + side - 1) / side
        let ranges = picture.ranges(side: side)
        let isPlain = ranges[0].low.indices.map { cell in
            ranges.allSatisfy { Int($0.high[cell]) - Int($0.low[cell]) <= Self.plain }
        }
        func areAlike(_ one: Int, _ other: Int) -> Bool {
            ranges.allSatisfy { range in
                let values = (
                    Int(range.low[one]) + Int(range.high[one]), Int(range.low[other]) + Int(range.high[other])
                )
                return abs(values.0 - values.1) <= 2 * Self.step
            }
        }
        var surfaces = [Int32?](repeating: nil, count: isPlain.count)
        var sizes: [Int] = []
        var open: [Int] = []
        for start in isPlain.indices where isPlain[start] && surfaces[start] == nil {
            let number = Int32(sizes.count)
            sizes.append(0)
            surfaces[start] = number
            open.append(start)
            while let cell = open.popLast() {
                sizes[Int(number)] += 1
                for next in Self.neighbours(of: cell, columns: columns, count: isPlain.count)
                where isPlain[next] && surfaces[next] == nil && areAlike(cell, next) {
                    surfaces[next] = number
                    open.append(next)
                }
            }
        }
        self.surfaces = surfaces
        self.sizes = sizes
        let looks = Self.looks(of: surfaces, sizes, ranges)
        (spreads, colors) = (looks.spreads, looks.colors)
        bounds = Self.bounds(of: surfaces, sizes.count, columns)
    }

    /// The cells that share a side with a cell.
    static func neighbours(of cell: Int, columns: Int, count: Int) -> [Int] {
        let column = cell % columns
        return [
            (cell - 1, column > 0), (cell + 1, column < columns - 1), (cell - columns, cell >= columns),
            (cell + columns, cell < count - columns),
        ].compactMap { $1 ? $0 : nil }
    }

    private static func looks(
        of surfaces: [Int32?], _ sizes: [Int], _ ranges: [(low: [UInt8], high: [UInt8])]
    ) -> (spreads: [Double], colors: [[Double]]) {
        var spreads = [Double](repeating: 0, count: sizes.count)
        var colors = [[Double]](repeating: [], count: sizes.count)
        for range in ranges {
            var sums = [(Double, Double)](repeating: (0, 0), count: sizes.count)
            for cell in surfaces.indices {
                guard let surface = surfaces[cell] else { continue }
                let value = (Double(range.low[cell]) + Double(range.high[cell])) / 2
                sums[Int(surface)].0 += value
                sums[Int(surface)].1 += value * value
            }
            for (surface, (sum, squares)) in sums.enumerated() {
                let mean = sum / Double(sizes[surface])
                let variance = squares / Double(sizes[surface]) - mean * mean
                spreads[surface] = max(spreads[surface], max(0, variance).squareRoot())
                colors[surface].append(mean)
            }
        }
        return (spreads, colors)
    }

    private static func bounds(
        of surfaces: [Int32?], _ count: Int, _ columns: Int
    ) -> [(columns: ClosedRange<Int>, rows: ClosedRange<Int>)] {
        var bounds = [(columns: ClosedRange<Int>, rows: ClosedRange<Int>)?](repeating: nil, count: count)
        for (cell, surface) in surfaces.enumerated() {
            guard let surface = surface.map({ Int($0) }) else { continue }
            let (row, column) = cell.quotientAndRemainder(dividingBy: columns)
            let known = bounds[surface] ?? (column...column, row...row)
            bounds[surface] = (
                min(known.columns.lowerBound, column)...max(known.columns.upperBound, column),
                min(known.rows.lowerBound, row)...max(known.rows.upperBound, row)
            )
        }
        return bounds.map { $0 ?? (0...0, 0...0) }
    }

    /// The cells that a rectangle in pixels touches.
    func cells(x: Range<Int>, y: Range<Int>) -> (columns: Range<Int>, rows: Range<Int>) {
        (
            (x.lowerBound / side..<(x.upperBound + side - 1) / side).clamped(to: 0..<columns),
            (y.lowerBound / side..<(y.upperBound + side - 1) / side).clamped(to: 0..<rows)
        )
    }
}

/// A yes or no for each cell of a grid.
struct CellMask {
    let columns: Int
    let rows: Int
    var cells: [Bool]

    init(_ grid: CellGrid, _ cells: [Bool]? = nil) {
        (columns, rows) = (grid.columns, grid.rows)
        self.cells = cells ?? [Bool](repeating: false, count: grid.columns * grid.rows)
    }

    mutating func set(_ place: (columns: Range<Int>, rows: Range<Int>), _ value: Bool = true) {
        for row in place.rows {
            for column in place.columns { cells[row * columns + column] = value }
        }
    }

    func holdsAny(_ place: (columns: Range<Int>, rows: Range<Int>)) -> Bool {
        place.rows.contains { row in place.columns.contains { cells[row * columns + $0] } }
    }

    /// Fills what is narrower than twice the reach.
    func closed(by reach: Int) -> CellMask {
        var closed = self
        closed.spread(by: reach, true)
        closed.spread(by: reach, false)
        return closed
    }

    /// Spreads a value to all cells that lie no farther than the reach from one that has it, in both directions.
    private mutating func spread(by reach: Int, _ value: Bool) {
        cells = Self.spread(cells, rows, columns, stride: (columns, 1), by: reach, value)
        cells = Self.spread(cells, columns, rows, stride: (1, columns), by: reach, value)
    }

    private static func spread(
        _ cells: [Bool], _ lines: Int, _ length: Int, stride: (line: Int, cell: Int), by reach: Int,
        _ value: Bool
    ) -> [Bool] {
        var result = cells
        for line in 0..<lines {
            var last = -reach - 1
            for position in 0..<length + reach {
                if position < length, cells[line * stride.line + position * stride.cell] == value {
                    last = position
                }
                let target = position - reach
                if target >= 0, last >= target - reach, last >= 0 {
                    result[line * stride.line + target * stride.cell] = value
                }
            }
        }
        return result
    }

    /// The groups of cells that touch at sides or corners.
    var groups: [[Int]] {
        var seen = [Bool](repeating: false, count: cells.count)
        var groups: [[Int]] = []
        for start in cells.indices where cells[start] && !seen[start] {
            seen[start] = true
            var group = [start]
            var next = 0
            while next < group.count {
                let (row, column) = group[next].quotientAndRemainder(dividingBy: columns)
                next += 1
                for y in max(0, row - 1)...min(rows - 1, row + 1) {
                    for x in max(0, column - 1)...min(columns - 1, column + 1) {
                        let neighbour = y * columns + x
                        if cells[neighbour], !seen[neighbour] {
                            seen[neighbour] = true
                            group.append(neighbour)
                        }
                    }
                }
            }
            groups.append(group)
        }
        return groups
    }

    /// The smallest rectangle of cells around a group.
    func bounds(of group: [Int]) -> (columns: Range<Int>, rows: Range<Int>) {
        var (left, right, top, bottom) = (columns, 0, rows, 0)
        for cell in group {
            let (row, column) = cell.quotientAndRemainder(dividingBy: columns)
            (left, right, top, bottom) = (
                min(left, column), max(right, column + 1), min(top, row), max(bottom, row + 1)
            )
        }
        return (left..<right, top..<bottom)
    }
}
