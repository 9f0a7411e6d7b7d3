import CLeptonica
import Imaging

/// The connected components of a strip without underlines. In the mode that takes a strip for one line, Tesseract says only between which
/// columns it read a letter.
struct StripShapes {
    private static let inkThreshold: Int32 = 128
    /// How many times as large letters are on a strip as on an ink map.
    private static let letterScale: Int32 = 2
    /// Components with fewer rows and columns than this are dust, in pixels of the strip.
    private static let minSize = 2

    /// In the order of their middles.
    private let shapes: [Bounds]

    init(_ strip: borrowing LeptonicaImage) {
        guard let ink = LeptonicaImage(adopting: pixThresholdToBinary(strip.pix, Self.inkThreshold)),
            let letters = Underlines.removed(from: ink, letterScale: Self.letterScale)
        else {
            shapes = []
            return
        }
        shapes = Bounds.components(of: letters).filter { max($0.width, $0.height) >= Self.minSize }
            .sorted { $0.left + $0.right < $1.left + $1.right }
    }

    /// The box around the components whose middles lie between the left and the right edge of a letter or a word; the same box if
    /// there are none.
    func tight(_ box: Bounds) -> Bounds {
        var tight: Bounds?
        for shape in shapes {
            let middle = shape.left + shape.right
            if middle >= 2 * box.right { break }
            if middle >= 2 * box.left { tight = tight?.union(shape) ?? shape }
        }
        return tight ?? box
    }
}
