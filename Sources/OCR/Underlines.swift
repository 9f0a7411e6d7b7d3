import CLeptonica
import Imaging

/// Takes underlines out of an ink map. An underline joins the letters of a link into one wide shape, which can't be told from a
/// rule or a drawing.
enum Underlines {
    // All lengths are in pixels of an ink map, on which letters are some twelve pixels high.

    /// The smallest length of an underline. No stroke of a letter of usual size is as long, nor is a dash.
    private static let minLength: Int32 = 20
    /// The largest thickness of an underline, with the soft edge that small pictures have.
    private static let maxThickness = 4
    /// An underline is at least this many times as long as the text on it is high. The strokes of large letters are shorter.
    private static let minLengthOverHeight = 1.5
    /// The largest depth of what reaches below an underline: the tail of a `g` or a `p`.
    private static let maxDepth = 9
    /// Leptonica's `PIX_SRC`, which copies the source as it is: Swift doesn't see the macro.
    private static let copySource: Int32 = 0xC

    /// Returns the strokes without underlines; nil if Leptonica has no memory. Strokes that cross an underline keep the pixels
    /// in which they cross it.
    /// - Parameter letterScale: how many times as large letters are as on an ink map.
    static func removed(
        from strokes: borrowing LeptonicaImage, letterScale: Int32 = 1
    ) -> LeptonicaImage? {
        let (thickness, depth) = (maxThickness * Int(letterScale), maxDepth * Int(letterScale))
        guard
            let runs = LeptonicaImage(
                adopting: pixOpenBrick(nil, strokes.pix, minLength * letterScale, 1)),
            let underlines = LeptonicaImage(adopting: pixCreateTemplate(strokes.pix))
        else { return nil }
        let rules = Bounds.components(of: runs).filter { $0.height <= thickness }
        let shapes = rules.isEmpty ? [] : Bounds.components(of: strokes)
        for rule in rules where isUnderline(rule, among: shapes, depth: depth) {
            pixRasterop(
                underlines.pix, Int32(rule.left), Int32(rule.top), Int32(rule.width), Int32(rule.height),
                copySource, runs.pix, Int32(rule.left), Int32(rule.top))
        }
        let reach = Int32(2 * thickness + 1)
        guard let rest = LeptonicaImage(adopting: pixSubtract(nil, strokes.pix, underlines.pix)),
            let closed = LeptonicaImage(adopting: pixCloseSafeBrick(nil, rest.pix, 1, reach)),
            let crossings = LeptonicaImage(adopting: pixAnd(nil, closed.pix, underlines.pix))
        else { return nil }
        return LeptonicaImage(adopting: pixOr(nil, rest.pix, crossings.pix))
    }

    /// Whether a long thin run is the bottom of a shape that isn't much higher than a line of text. The top of a frame isn't.
    private static func isUnderline(_ rule: Bounds, among shapes: [Bounds], depth: Int) -> Bool {
        let shape = shapes.lazy.filter { $0.contains(rule) }.min { $0.height < $1.height }
        guard let shape else { return false }
        return Double(rule.width) >= minLengthOverHeight * Double(rule.bottom - shape.top)
            && shape.bottom - rule.bottom <= depth
    }
}
