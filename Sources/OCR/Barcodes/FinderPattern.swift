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
