import Imaging

/// One of the three squares in a QR code's corners (ISO/IEC 18004): rings that any straight line through the middle cuts in
/// the proportions 1:1:3:1:1, however the code is turned.
struct FinderPattern: Equatable {
    /// The place of the pattern's middle, in pixels.
    var x: Double
    var y: Double
    /// The length of a module's side, in pixels.
    var module: Double
    /// Whether the pattern is light on dark ground.
    var isLight: Bool
    /// The number of scanned rows on which the pattern was seen.
    var hits = 1

    /// The smallest width of a pattern in pixels, one and a half for each module. Noise is full of smaller patterns.
    static let smallest = 11
    /// The smallest width in pixels that is taken for a pattern if single pixels count, about one for each module.
    static let smallestOfAll = 6
    /// The distance from the pattern's middle to its edge, in modules.
    static let radius = 3.5
    /// The width of the whole pattern and that of the square in its middle, in modules.
    private static let width = 7
    private static let core = 3
    /// A strong pattern was seen on at least this share of the rows through the middle square.
    private static let strongShare = 0.4
    /// The modules of one code's patterns may differ in size by this factor, and by `sizeSlack` pixels more.
    private static let sizeRatio = 1.6
    private static let sizeSlack = 0.5

    /// Whether enough of the rows that cut the middle square show the pattern.
    var isStrong: Bool {
        Double(hits * FinderPatternSearch.rowStep) >= Self.strongShare * Double(Self.core) * module
    }

    func distance(to other: FinderPattern) -> Double {
        let (dx, dy) = (other.x - x, other.y - y)
        return (dx * dx + dy * dy).squareRoot()
    }

    func isSameSize(as other: FinderPattern) -> Bool {
        Self.isSameSize(module, other.module)
    }

    static func isSameSize(_ module: Double, _ other: Double) -> Bool {
        max(module, other) <= sizeRatio * min(module, other) + sizeSlack
    }

    /// The length of a module's side in pixels if five runs have a pattern's proportions, each to within half a module and half
    /// a pixel; nil otherwise.
    static func module(_ runs: (Int, Int, Int, Int, Int), smallest: Int) -> Double? {
        let total = runs.0 + runs.1 + runs.2 + runs.3 + runs.4
        // The unit is a fourteenth of the total, so that all values are integers. A module is two units.
        let slack = total + width
        func fits(_ run: Int, _ modules: Int) -> Bool {
            abs(2 * width * run - 2 * modules * total) <= slack * (modules == core ? 2 : 1)
        }
        guard total >= smallest, runs.2 > runs.1, runs.2 > runs.3, fits(runs.2, core), fits(runs.0, 1),
            fits(runs.1, 1),
            fits(runs.3, 1), fits(runs.4, 1)
        else { return nil }
        return Double(total) / Double(width)
    }
}

/// Searches a picture for finder patterns of either polarity on every third row. Most pictures have none, and cost no more than
/// this search.
struct FinderPatternSearch {
    /// Rows from one scanned row to the next. The square in the middle of a pattern is three modules high, so that even modules
    /// of one pixel are met.
    static let rowStep = 3
    /// The largest number of patterns. If there are more, the picture is made of patterns, and none of them is worth reading.
    static let maxPatterns = 512
    /// The largest number of columns that are followed to confirm patterns. It bounds the time.
    private static let maxProbes = 40_000

    /// The number of dark and light runs of a row through a pattern's middle.
    private static let runs = 5

    private(set) var patterns: [FinderPattern] = []
    private var probes = 0
    private let picture: UnsafeBufferPointer<UInt8>
    private let width: Int
    private let height: Int
    private let isExact: Bool
    private let smallest: Int

    /// - Parameters:
    ///   - picture: rows without padding; must outlive the search.
    ///   - isExact: whether to go by single pixels without smoothing, and to find patterns as small as pixels allow.
    init(_ picture: UnsafeBufferPointer<UInt8>, width: Int, height: Int, isExact: Bool = false) {
        self.isExact = isExact
        smallest = isExact ? FinderPattern.smallestOfAll : FinderPattern.smallest
        self.picture = picture
        self.width = width
        self.height = height
    }

    var isExhausted: Bool { patterns.count >= Self.maxPatterns || probes >= Self.maxProbes }

    /// Finds the patterns that one row of the picture cuts.
    mutating func take(_ runs: borrowing RowRuns, y: Int) {
        guard runs.count >= Self.runs else { return }
        let edges = runs.edges
        for last in Self.runs - 1..<runs.count {
            let start = last - (Self.runs - 1)
            func length(_ run: Int) -> Int { Int(edges[run + 1] - edges[run]) }
            let centre = length(start + 2)
            // Nearly all runs fail this first check.
            guard centre > length(start + 1), centre > length(start + 3),
                let module = FinderPattern.module(
                    (length(start), length(start + 1), centre, length(start + 3), length(last)),
                    smallest: smallest)
            else { continue }
            // The threshold is taken at the edge of the middle square, because the middle of a large pattern is flat.
            let edge = Int(edges[start + 2])
            confirm(
                x: edge + centre / 2, y: y, module: module, isLight: !runs.isDark(start),
                threshold: runs.threshold(at: edge))
            if isExhausted { return }
        }
    }

    private mutating func confirm(x: Int, y: Int, module: Double, isLight: Bool, threshold: UInt8) {
        let (fx, fy) = (Double(x), Double(y))
        let known = patterns.lastIndex { known in
            known.isLight == isLight && abs(known.x - fx) < 2 * known.module + 1
                && abs(known.y - fy) < 2 * known.module + 1
        }
        if let known {
            patterns[known].hits += 1
            return
        }
        probes += 1
        guard let column = column(x, y, module: module, isLight: isLight, threshold: threshold) else {
            return
        }
        patterns.append(
            FinderPattern(
                x: fx, y: column.middle, module: max(module, column.module), isLight: isLight))
    }

    /// Follows a column up and down from a supposed middle; nil if it doesn't have a pattern's proportions.
    private func column(
        _ x: Int, _ y: Int, module: Double, isLight: Bool, threshold: UInt8
    ) -> (middle: Double, module: Double)? {
        let (before, after) = isExact ? (x, x) : (max(0, x - 1), min(width - 1, x + 1))
        func isInk(_ y: Int) -> Bool {
            let row = y * width
            let sum = Int(picture[row + before]) + 2 * Int(picture[row + x]) + Int(picture[row + after])
            return (sum > 4 * Int(threshold)) == isLight
        }
        guard isInk(y) else { return nil }
        // No run of the pattern is longer than its middle square, apart from the pixels at its edges.
        let limit = Int(3 * module) + 2
        /// Lengths in pixels of the rest of the middle, a gap and a ring, from `start` on in steps of `step`.
        func follow(_ start: Int, _ step: Int) -> (Int, Int, Int)? {
            var lengths = (0, 0, 0)
            var y = start
            while (0..<height).contains(y), isInk(y), lengths.0 < limit {
                (y, lengths.0) = (y + step, lengths.0 + 1)
            }
            while (0..<height).contains(y), !isInk(y), lengths.1 < limit {
                (y, lengths.1) = (y + step, lengths.1 + 1)
            }
            while (0..<height).contains(y), isInk(y), lengths.2 < limit {
                (y, lengths.2) = (y + step, lengths.2 + 1)
            }
            return lengths.1 > 0 && lengths.2 > 0 ? lengths : nil
        }
        guard let up = follow(y - 1, -1), let down = follow(y, 1),
            let size = FinderPattern.module((up.2, up.1, up.0 + down.0, down.1, down.2), smallest: smallest),
            FinderPattern.isSameSize(size, module)
        else { return nil }
        return (Double(y) + Double(down.0 - up.0) / 2, size)
    }
}
