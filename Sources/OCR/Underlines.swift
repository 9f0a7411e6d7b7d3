import CPictures
import Imaging

/// The underlines of an ink map or a strip, and the strokes without them. An underline joins the letters of a link into one wide
/// shape, which can't be told from a rule or a drawing.
struct Underlines: ~Copyable {
    let boxes: [Bounds]
    /// The other strokes. Those that cross an underline keep the pixels in which they cross it.
    let rest: LeptonicaImage

    // All lengths are in pixels of an ink map, on which letters are some twelve pixels high.

    /// The smallest length of an underline. No stroke of a letter of usual size is as long, nor is a dash.
    private static let minLength: Int32 = 20
    /// The largest thickness of an underline, with the soft edge that small pictures have.
    private static let maxThickness = 4
    /// An underline is at least this many times as long as the text on it is high. The strokes of large letters are shorter.
    private static let minLengthOverHeight = 1.5
    /// The largest depth of what reaches below an underline: the tail of a `g` or a `p`.
    private static let maxDepth = 9
    /// With more runs than this, none is an underline: no screen has as many, and each is compared with all shapes.
    private static let maxRuns = 500

    /// Returns nil if Leptonica has no memory.
    /// - Parameter letterScale: how many times as large letters are as on an ink map.
    init?(of strokes: borrowing LeptonicaImage, letterScale: Int32 = 1) {
        let (thickness, depth) = (Self.maxThickness * Int(letterScale), Self.maxDepth * Int(letterScale))
        guard
            let runs = LeptonicaImage(
                adopting: pixOpenBrick(nil, strokes.pix, Self.minLength * letterScale, 1)),
            let underlines = LeptonicaImage(adopting: pixCreateTemplate(strokes.pix))
        else { return nil }
        var rules = Bounds.components(of: runs).filter { $0.height <= thickness }
        if rules.count > Self.maxRuns { rules = [] }
        let shapes = rules.isEmpty ? [] : Bounds.components(of: strokes)
        let boxes = rules.filter { Self.isUnderline($0, among: shapes, depth: depth) }
        for rule in boxes {
            pixRasterop(
                underlines.pix, Int32(rule.left), Int32(rule.top), Int32(rule.width), Int32(rule.height),
                LeptonicaImage.copySource, runs.pix, Int32(rule.left), Int32(rule.top))
        }
        let reach = Int32(2 * thickness + 1)
        guard let rest = LeptonicaImage(adopting: pixSubtract(nil, strokes.pix, underlines.pix)),
            let closed = LeptonicaImage(adopting: pixCloseSafeBrick(nil, rest.pix, 1, reach)),
            let crossings = LeptonicaImage(adopting: pixAnd(nil, closed.pix, underlines.pix)),
            let crossed = LeptonicaImage(adopting: pixOr(nil, rest.pix, crossings.pix))
        else { return nil }
        self.boxes = boxes
        self.rest = crossed
    }

    /// The smallest share of a word's width that its underline covers. A descender may interrupt an underline.
    private static let coverage = 0.5
    /// The rows in which a word's underline may stand, as multiples of the word's height from its bottom, above and below.
    private static let rows = (above: 0.4, below: 0.35)

    /// Whether underlines stand below most of a word. All boxes are in pixels of an ink map.
    static func underline(_ word: Bounds, _ boxes: [Bounds]) -> Bool {
        let height = Double(word.height)
        let rows = Double(word.bottom) - rows.above * height...Double(word.bottom) + rows.below * height
        let covered = boxes.reduce(0) { sum, box in
            rows.contains(Double(box.top))
                ? sum + max(0, min(box.right, word.right) - max(box.left, word.left)) : sum
        }
        return Double(covered) >= coverage * Double(word.width)
    }

    /// Whether a long thin run is the bottom of a shape that isn't much higher than a line of text. The top of a frame isn't.
    private static func isUnderline(_ rule: Bounds, among shapes: [Bounds], depth: Int) -> Bool {
        let shape = shapes.lazy.filter { $0.contains(rule) }.min { $0.height < $1.height }
        guard let shape else { return false }
        return Double(rule.width) >= minLengthOverHeight * Double(rule.bottom - shape.top)
            && shape.bottom - rule.bottom <= depth
    }
}
