import CTesseract
package import Imaging

/// What the reader makes of a picture on the way to its words, for whoever wants to know where it went wrong. Found by the
/// same code that reads, with nothing read.
package struct ReadingStages: ~Copyable {
    /// The ink map, in its own size: strokes black on white, one bit a pixel.
    package let ink: LeptonicaImage
    /// The picture in grey with a box around each line found, 32 bits a pixel.
    package let lines: LeptonicaImage
    /// The strips as Tesseract sees them first, top to bottom on grey, 8 bits a pixel. An empty grey strip where there
    /// are none.
    package let strips: LeptonicaImage

    /// Rows between strips, and the grey that they lie on.
    static let gap = 6
    private static let underlay: Int32 = 176
    private static let boxColor: (red: UInt8, green: UInt8, blue: UInt8) = (225, 30, 30)
    /// The picture's shorter side over the width of a box's edge.
    private static let sideOverEdge = 360
    /// Of the strips' picture; the last strips are left out where it would be larger.
    private static let maxPixels = 16_000_000

    /// nil where Leptonica has no memory.
    package init?(_ bitmap: borrowing Bitmap) {
        guard let picture = LeptonicaImage(bitmap, rows: 0..<bitmap.height),
            let canvas = LeptonicaImage(adopting: pixConvertTo32(picture.pix))
        else { return nil }
        var stack = StripStack()
        var strokes: LeptonicaImage?
        if let map = InkMap(picture) {
            strokes = LeptonicaImage(adopting: pixCopy(nil, map.strokes.pix))
            let found = LineFinder.lines(of: map.shapes, height: map.height).sorted {
                ($0.bounds.top, $0.bounds.left) < ($1.bounds.top, $1.bounds.left)
            }
            for line in found {
                Self.draw(line.bounds, step: map.step, on: canvas)
                if let place = LineStrip.place(of: line, in: picture, map, margin: SecondLook.margins[0]),
                    let strip = LineStrip(place, of: picture, map)?.exported()
                {
                    stack.append(strip)
                }
            }
        } else {
            // Smaller than a letter. Pixels that aren't set are white.
            strokes = LeptonicaImage(adopting: pixCreate(Int32(bitmap.width), Int32(bitmap.height), 1))
        }
        guard let ink = strokes.take(), let strips = stack.drawn() else { return nil }
        self.ink = ink
        lines = canvas
        self.strips = strips
    }

    private static func draw(_ shape: Shape, step: Double, on canvas: borrowing LeptonicaImage) {
        let edge = max(1, min(canvas.width, canvas.height) / sideOverEdge)
        func onPicture(_ value: Int) -> Int32 { Int32((Double(value) * step).rounded()) }
        var box = boxCreate(
            onPicture(shape.left) - Int32(edge), onPicture(shape.top) - Int32(edge),
            onPicture(shape.width) + 2 * Int32(edge), onPicture(shape.height) + 2 * Int32(edge))
        defer { boxDestroy(&box) }
        pixRenderBoxArb(canvas.pix, box, Int32(edge), boxColor.red, boxColor.green, boxColor.blue)
    }

    /// Strips to be drawn one under the other.
    private struct StripStack {
        private var strips: [StripImage] = []
        private var width = StripImage.height

        private static let rows = StripImage.height + ReadingStages.gap

        mutating func append(_ strip: StripImage) {
            let wider = max(width, strip.width)
            guard wider * (strips.count + 1) * Self.rows <= ReadingStages.maxPixels else { return }
            width = wider
            strips.append(strip)
        }

        /// nil where Leptonica has no memory.
        func drawn() -> LeptonicaImage? {
            guard
                let stack = LeptonicaImage(
                    adopting: pixCreate(Int32(width), Int32(max(1, strips.count) * Self.rows), 8))
            else { return nil }
            pixSetAllGray(stack.pix, ReadingStages.underlay)
            for (index, strip) in strips.enumerated() {
                guard let image = LeptonicaImage(grey: strip.pixels, width: strip.width) else { return nil }
                // PIX_SRC, the source as it is: Swift doesn't see the macro.
                pixRasterop(
                    stack.pix, 0, Int32(index * Self.rows), Int32(strip.width), Int32(StripImage.height), 0xC,
                    image.pix, 0, 0)
            }
            return stack
        }
    }
}
