/// One of the three squares in a QR code's corners: rings that any straight line through the middle cuts 1:1:3:1:1,
/// however the code is turned.
struct FinderPattern: Equatable {
    /// Of its middle, in pixels.
    var x: Double
    var y: Double
    /// Pixels a module.
    var module: Double
    /// Light ink on a dark ground.
    var isLight: Bool
    /// On how many rows it was seen.
    var hits = 1

    /// Pixels across, at least: a module and a half each. Below, noise is full of them.
    static let smallest = 11
    /// The least that any reader takes for a pattern: a module of a pixel.
    static let smallestOfAll = 6
    /// Middle to edge, in modules.
    static let radius = 3.5

    /// Whether the rows that should cut it did, at least two in five.
    var isStrong: Bool {
        Double(hits * FinderPatternSearch.rowStep) >= 0.4 * 3 * module
    }

    func distance(to other: FinderPattern) -> Double {
        let (dx, dy) = (other.x - x, other.y - y)
        return (dx * dx + dy * dy).squareRoot()
    }

    func isSameSize(as other: FinderPattern) -> Bool {
        max(module, other.module) <= 1.6 * min(module, other.module) + 0.5
    }

    /// Pixels a module where five runs have the proportions, each within half a module and half a pixel.
    static func module(_ runs: (Int, Int, Int, Int, Int), smallest: Int) -> Double? {
        let total = runs.0 + runs.1 + runs.2 + runs.3 + runs.4
        // In fourteenths of the total, to stay with integers: a module is 2 of 14.
        let slack = total + 7
        func fits(_ run: Int, _ modules: Int) -> Bool {
            abs(14 * run - 2 * modules * total) <= slack * (modules == 3 ? 2 : 1)
        }
        guard total >= smallest, runs.2 > runs.1, runs.2 > runs.3, fits(runs.2, 3), fits(runs.0, 1),
            fits(runs.1, 1),
            fits(runs.3, 1), fits(runs.4, 1)
        else { return nil }
        return Double(total) / 7
    }
}
