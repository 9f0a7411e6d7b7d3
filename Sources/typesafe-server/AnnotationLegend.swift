import CPictures
import Imaging
import TextAnalysis

/// A small table that names the colors, drawn in the corner where it covers the fewest boxes.
enum AnnotationLegend {
    /// Sizes of Leptonica's built-in fonts in points, which are all the sizes it has.
    private static let fontSizes: [Int32] = [20, 18, 16, 14, 12, 10, 8, 6, 4]
    /// Smallest ratio of the picture's width to the width of the widest name. Chosen by eye.
    private static let widthOverName = 4
    /// Smallest ratio of the picture's sides to the legend's, so that the legend covers at most a quarter. Chosen by eye.
    private static let sideOverLegend = 2
    /// Bits of a pixel with red, green, blue and an unused byte.
    private static let colorDepth: Int32 = 32

    static func draw(for marks: [AnnotationMark], on canvas: borrowing LeptonicaImage) {
        let kinds = AnnotationMark.Kind.allCases.filter { kind in marks.contains { $0.kind == kind } }
        guard !kinds.isEmpty, let legend = table(of: kinds, for: canvas.width),
            legend.width <= canvas.width / sideOverLegend, legend.height <= canvas.height / sideOverLegend
        else { return }
        let (x, y) = freest(of: marks, for: legend, on: canvas)
        pixRasterop(
            canvas.pix, Int32(x), Int32(y), Int32(legend.width), Int32(legend.height),
            LeptonicaImage.copySource,
            legend.pix, 0, 0)
    }

    /// Returns a white table with a row for each kind: its color and its name. The font is the largest that fits a picture of
    /// this width; nil where none fits.
    private static func table(of kinds: [AnnotationMark.Kind], for width: Int) -> LeptonicaImage? {
        for size in fontSizes {
            var font = bmfCreate(nil, size)
            guard let letters = font else { continue }
            defer { bmfDestroy(&font) }
            let widest = kinds.map { nameWidth($0, letters) }.max() ?? 0
            if widest * widthOverName <= width { return table(of: kinds, letters, nameWidth: widest) }
        }
        return nil
    }

    private static func nameWidth(
        _ kind: AnnotationMark.Kind, _ letters: UnsafeMutablePointer<L_BMF>
    ) -> Int {
        var width: Int32 = 0
        bmfGetStringWidth(letters, kind.label, &width)
        return Int(width)
    }

    private static func table(
        of kinds: [AnnotationMark.Kind], _ letters: UnsafeMutablePointer<L_BMF>, nameWidth: Int
    ) -> LeptonicaImage? {
        let swatch = Int(letters.pointee.lineheight)
        // Chosen by eye.
        let margin = max(2, swatch / 3)
        let row = swatch + margin
        guard
            let table = LeptonicaImage(
                adopting: pixCreate(
                    Int32(3 * margin + swatch + nameWidth), Int32(margin + row * kinds.count), colorDepth))
        else { return nil }
        pixSetAll(table.pix)
        for (index, kind) in kinds.enumerated() {
            let (red, green, blue) = kind.color
            let top = margin + index * row
            for y in top..<top + swatch {
                for x in margin..<margin + swatch {
                    pixSetRGBPixel(table.pix, Int32(x), Int32(y), Int32(red), Int32(green), Int32(blue))
                }
            }
            // Leptonica places text by its baseline.
            pixSetTextline(
                table.pix, letters, kind.label, 0, Int32(2 * margin + swatch),
                Int32(top) + letters.pointee.baseline1, nil, nil)
        }
        return table
    }

    /// Returns the top left point of the legend in the corner where it covers the fewest pixels of boxes.
    private static func freest(
        of marks: [AnnotationMark], for legend: borrowing LeptonicaImage, on canvas: borrowing LeptonicaImage
    ) -> (x: Int, y: Int) {
        let (width, height) = (legend.width, legend.height)
        let (right, bottom) = (canvas.width - width, canvas.height - height)
        func hidden(_ corner: (x: Int, y: Int)) -> Int {
            marks.reduce(0) { sum, mark in
                let columns = min(corner.x + width, mark.box.x + mark.box.width) - max(corner.x, mark.box.x)
                let rows = min(corner.y + height, mark.box.y + mark.box.height) - max(corner.y, mark.box.y)
                return sum + max(0, columns) * max(0, rows)
            }
        }
        let corners = [(right, bottom), (0, bottom), (right, 0), (0, 0)]
        return corners.min { hidden($0) < hidden($1) } ?? (0, 0)
    }
}
