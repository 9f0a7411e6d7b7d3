/// One of the three squares in a QR code's corners (ISO/IEC 18004): rings that any straight line through the middle cuts in
/// the proportions 1:1:3:1:1, however the code is turned.
struct FinderPattern: Equatable {
    /// Place of the middle in pixels.
    var x: Double
    var y: Double
    /// Side of a module in pixels.
    var module: Double
    /// Whether the pattern is light on dark ground.
    var isLight: Bool
    /// Number of scanned rows that the pattern was seen on.
    var hits = 1

    /// Smallest width in pixels, one and a half for each module: noise is full of smaller patterns.
    static let smallest = 11
    /// Smallest width in pixels that any reader takes for a pattern, about one for each module.
    static let smallestOfAll = 6
    /// Distance from middle to edge in modules.
    static let radius = 3.5
    /// Width of the whole pattern and of the square in its middle, in modules.
    private static let width = 7
    private static let core = 3
    /// Share of the rows through the middle square on which a strong pattern was seen.
    private static let strongShare = 0.4
    /// Size of one pattern's modules over another's of the same code, and pixels by which they may differ besides.
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

    /// Side of a module in pixels if five runs have a pattern's proportions, each within half a module and half a pixel.
    static func module(_ runs: (Int, Int, Int, Int, Int), smallest: Int) -> Double? {
        let total = runs.0 + runs.1 + runs.2 + runs.3 + runs.4
        // In fourteenths of the total, so that all are integers: a module is two of them.
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
