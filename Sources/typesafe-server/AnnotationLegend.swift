import CLeptonica
import Imaging
import TextAnalysis

/// A small table of what the colours stand for, in the corner where it hides least.
enum AnnotationLegend {
    /// Of Leptonica's own fonts, in points.
    private static let fontSizes: [Int32] = [20, 18, 16, 14, 12, 10, 8, 6, 4]
    /// The picture's width over that of the widest name, at least.
    private static let widthOverName = 4
    /// Of a picture's width and height the legend takes no more than one in so many.
    private static let sideOverLegend = 2

    static func draw(for marks: [AnnotationMark], on canvas: borrowing LeptonicaImage) {
        let kinds = AnnotationMark.Kind.allCases.filter { kind in marks.contains { $0.kind == kind } }
        guard !kinds.isEmpty, let legend = table(of: kinds, for: canvas.width),
            legend.width <= canvas.width / sideOverLegend, legend.height <= canvas.height / sideOverLegend
        else { return }
        let (x, y) = freest(of: marks, for: legend, on: canvas)
        // PIX_SRC, the source as it is: Swift doesn't see the macro.
        pixRasterop(
            canvas.pix, Int32(x), Int32(y), Int32(legend.width), Int32(legend.height), 0xC, legend.pix, 0, 0)
    }

    /// White, a row a kind: its colour, its name. As large as fits the picture; nil where nothing does.
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
        let margin = max(2, swatch / 3)
        let row = swatch + margin
        guard
            let table = LeptonicaImage(
                adopting: pixCreate(
                    Int32(3 * margin + swatch + nameWidth), Int32(margin + row * kinds.count), 32))
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
            // Letters stand on a base line.
            pixSetTextline(
                table.pix, letters, kind.label, 0, Int32(2 * margin + swatch),
                Int32(top) + letters.pointee.baseline1, nil, nil)
        }
        return table
    }

    /// The corner over which the fewest marked pixels lie.
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
