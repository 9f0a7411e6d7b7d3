import CPictures
package import Imaging

/// Drawings of the stages between a bitmap and its words, which show at which stage a reading went wrong. The code that reads
/// images makes these stages; no words are recognised.
package struct ReadingStages: ~Copyable {
    /// The ink map in its own size: strokes black on white, one bit a pixel.
    package let ink: LeptonicaImage
    /// The picture in grey with a box around each line found, 32 bits a pixel.
    package let lines: LeptonicaImage
    /// The strips as Tesseract sees them first, from top to bottom on grey, 8 bits a pixel; an empty grey strip if there are
    /// none.
    package let strips: LeptonicaImage

    /// The ink map in the colours of its components' fates: lines black, red what nothing explains; 32 bits a pixel.
    package let account: LeptonicaImage

    /// The number of empty rows between two strips of the drawing.
    static let gap = 6
    /// The grey level on which the strips lie. It differs from the strips' black and white.
    private static let underlay: Int32 = 176
    private static let boxColor: (red: UInt8, green: UInt8, blue: UInt8) = (225, 30, 30)
    private static let white: Int32 = 255
    /// The bitmap's shorter side divided by the width of a box's edge, so that the boxes can be seen on bitmaps of all sizes.
    private static let sideOverEdge = 360
    /// The largest size of the drawing of all strips, in pixels. Strips beyond it are left out.
    private static let maxPixels = 16_000_000

    /// - Throws: `OCRError.recognitionFailed` if Leptonica has no memory.
    package init(_ bitmap: consuming Bitmap) throws(OCRError) {
        let level = try LevelPicture(bitmap)
        guard let canvas = LeptonicaImage(adopting: pixConvertTo32(level.lines.picture.pix)) else {
            throw .recognitionFailed
        }
        let strokes: LeptonicaImage?
        var account: LeptonicaImage?
        let step: Double
        switch level.lines.ink {
        case .some(let ink):
            strokes = LeptonicaImage(adopting: pixCopy(nil, ink.strokes.pix))
            step = ink.step
            account = Self.account(ink, level.lines.lines)
        case .none:
            // The bitmap is smaller than a letter. Pixels that aren't set are white.
            strokes = LeptonicaImage(
                adopting: pixCreate(Int32(level.bitmap.width), Int32(level.bitmap.height), 1))
            step = 1
            account = LeptonicaImage(
                adopting: pixCreate(Int32(level.bitmap.width), Int32(level.bitmap.height), 32))
        }
        var stack = StripStack()
        let topDown = level.lines.lines.sorted {
            ($0.bounds.top, $0.bounds.left) < ($1.bounds.top, $1.bounds.left)
        }
        for line in topDown {
            Self.draw(line.bounds, step: step, on: canvas)
            if let placed = level.lines.strip(of: line, margin: SecondLook.margins[0]) {
                stack.append(placed.strip)
            }
        }
        guard let ink = consume strokes, let account = consume account, let strips = stack.drawn() else {
            throw .recognitionFailed
        }
        self.account = account
        self.ink = ink
        lines = canvas
        self.strips = strips
    }

    /// Draws the strokes in the colours of their fates. Underlines are part of the lines above them.
    private static func account(_ ink: borrowing InkMap, _ lines: [TextLine]) -> LeptonicaImage? {
        guard let canvas = LeptonicaImage(adopting: pixCreate(Int32(ink.width), Int32(ink.height), 32)) else {
            return nil
        }
        pixSetAll(canvas.pix)
        let whole = Bounds(left: 0, top: 0, right: ink.width, bottom: ink.height)
        paint(ink.strokes, in: whole, noiseColor, on: canvas)
        for underline in ink.underlines { paint(ink.strokes, in: underline, color(of: .line), on: canvas) }
        // A bubble's box holds its text: what is small is painted last.
        let fates = zip(ink.components, InkAccount(of: ink.components, lines: lines).fates)
        for (component, fate) in fates.sorted(by: { $0.0.width * $0.0.height > $1.0.width * $1.0.height }) {
            paint(ink.strokes, in: component, color(of: fate), on: canvas)
        }
        return canvas
    }

    /// The colour of strokes that `NoiseFilter` dropped, as `0xRRGGBB`.
    private static let noiseColor: UInt32 = 0x5AB45A

    /// A colour as `0xRRGGBB`; `Benchmarks/reading/ink.py` counts their pixels.
    private static func color(of fate: InkAccount.Fate) -> UInt32 {
        switch fate {
        case .line: 0x000000
        case .speck: 0xAAAAAA
        case .picture: 0x5082DC
        case .frame: 0x965AC8
        case .icon: 0xE6A028
        case .unexplained: 0xE11E1E
        }
    }

    private static func paint(
        _ strokes: borrowing LeptonicaImage, in bounds: Bounds, _ color: UInt32,
        on canvas: borrowing LeptonicaImage
    ) {
        var box = boxCreate(Int32(bounds.left), Int32(bounds.top), Int32(bounds.width), Int32(bounds.height))
        defer { boxDestroy(&box) }
        guard let part = LeptonicaImage(adopting: pixClipRectangle(strokes.pix, box, nil)) else { return }
        // Leptonica keeps red, green and blue in the upper three bytes.
        pixPaintThroughMask(canvas.pix, part.pix, Int32(bounds.left), Int32(bounds.top), color << 8)
    }

    /// - Parameter step: the number of pixels of the picture along each side of one pixel of the ink map.
    private static func draw(_ bounds: Bounds, step: Double, on canvas: borrowing LeptonicaImage) {
        let edge = max(1, min(canvas.width, canvas.height) / sideOverEdge)
        func onPicture(_ value: Int) -> Int32 { Int32((Double(value) * step).rounded()) }
        var box = boxCreate(
            onPicture(bounds.left) - Int32(edge), onPicture(bounds.top) - Int32(edge),
            onPicture(bounds.width) + 2 * Int32(edge), onPicture(bounds.height) + 2 * Int32(edge))
        defer { boxDestroy(&box) }
        pixRenderBoxArb(canvas.pix, box, Int32(edge), boxColor.red, boxColor.green, boxColor.blue)
    }

    /// Strips that are drawn below one another.
    private struct StripStack {
        private var strips: [LineStrip] = []
        private var width = LineStrip.height

        private static let rows = LineStrip.height + ReadingStages.gap

        mutating func append(_ strip: LineStrip) {
            let wider = max(width, strip.width)
            guard wider * (strips.count + 1) * Self.rows <= ReadingStages.maxPixels else { return }
            width = wider
            strips.append(strip)
        }

        /// Draws the strips; nil if Leptonica has no memory.
        func drawn() -> LeptonicaImage? {
            guard
                let stack = LeptonicaImage(
                    adopting: pixCreate(Int32(width), Int32(max(1, strips.count) * Self.rows), 8))
            else { return nil }
            pixSetAllGray(stack.pix, ReadingStages.underlay)
            for (index, strip) in strips.enumerated() {
                guard let image = LeptonicaImage(grey: strip.pixels, width: strip.width) else { return nil }
                pixRasterop(
                    stack.pix, 0, Int32(index * Self.rows), Int32(strip.width), Int32(LineStrip.height),
                    LeptonicaImage.copySource,
                    image.pix, 0, 0)
            }
            return stack
        }
    }
}
