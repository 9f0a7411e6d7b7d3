import CPictures
import Foundation
import Imaging
import TextAnalysis

/// Draws the boxes of lines, words and codes onto the picture they were read from.
struct PictureAnnotator {
    /// Ratio of the picture's longer side to the width of a box's edge. Chosen by eye: an edge of 2 pixels on a phone's
    /// screenshot is seen, and hides no letters.
    private static let sideOverEdge = 500

    let decoder: ImageDecoder

    /// Returns the upright picture with its boxes as a PNG of the same size.
    /// - Parameters:
    ///   - image: an encoded image that `decoder` has decoded before.
    ///   - frame: the number of the frame on which the transcript was read, from 1.
    func annotate(
        _ image: [UInt8], frame: Int, with transcript: Transcript
    ) throws(ReadFailure) -> Data {
        _ = LeptonicaImage.silenced
        guard let canvas = canvas(image, frame, width: transcript.width, height: transcript.height) else {
            throw .notDrawn
        }
        let marks = AnnotationMark.marks(of: transcript)
        let edge = max(1, max(canvas.width, canvas.height) / Self.sideOverEdge)
        for mark in marks { Self.draw(mark, edge: edge, on: canvas) }
        AnnotationLegend.draw(for: marks, on: canvas)
        guard let png = canvas.png else { throw .notDrawn }
        return png
    }

    /// Returns the picture with 32 bits a pixel: in its own colors, or grey if it is turned, transparent, or one of several that only
    /// `decoder` finds.
    private func canvas(_ image: [UInt8], _ frame: Int, width: Int, height: Int) -> LeptonicaImage? {
        if frame == 1, let colored = colored(image), colored.width == width, colored.height == height {
            return LeptonicaImage(adopting: pixConvertTo32(colored.pix))
        }
        guard let bitmap = try? decoder.decode(image, frame: frame),
            let grey = LeptonicaImage(bitmap, rows: 0..<bitmap.height)
        else { return nil }
        if grey.width == width && grey.height == height {
            return LeptonicaImage(adopting: pixConvertTo32(grey.pix))
        }
        guard let whole = LeptonicaImage(adopting: pixScaleToSize(grey.pix, Int32(width), Int32(height)))
        else {
            return nil
        }
        return LeptonicaImage(adopting: pixConvertTo32(whole.pix))
    }

    private func colored(_ image: [UInt8]) -> LeptonicaImage? {
        guard let header = try? decoder.checkedHeader(of: image), header.orientation == .upright else {
            return nil
        }
        let picture =
            switch header.format {
            case .png: LeptonicaImage(adopting: pixReadMemPng(image, image.count))
            case .jpeg: LeptonicaImage(adopting: pixReadMemJpeg(image, image.count, 0, 1, nil, 0))
            case .webp: LeptonicaImage(adopting: pixReadMemWebP(image, image.count))
            default: LeptonicaImage?.none
            }
        guard let picture, pixGetSpp(picture.pix) == 3 || pixGetColormap(picture.pix) != nil else {
            return nil
        }
        return picture
    }

    /// Draws the edge around the box, clipped to the picture, so that it covers no letters.
    private static func draw(_ mark: AnnotationMark, edge: Int, on canvas: borrowing LeptonicaImage) {
        let left = max(0, mark.box.x - edge)
        let top = max(0, mark.box.y - edge)
        let right = min(canvas.width, mark.box.x + mark.box.width + edge)
        let bottom = min(canvas.height, mark.box.y + mark.box.height + edge)
        guard right > left, bottom > top,
            var box = boxCreate(Int32(left), Int32(top), Int32(right - left), Int32(bottom - top))
        else { return }
        let (red, green, blue) = mark.kind.color
        pixRenderBoxArb(canvas.pix, box, Int32(edge), red, green, blue)
        withUnsafeMutablePointer(to: &box) { pointer in
            pointer.withMemoryRebound(to: UnsafeMutablePointer<BOX>?.self, capacity: 1) { boxDestroy($0) }
        }
    }
}

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

extension LeptonicaImage {
    /// The image as PNG; nil where Leptonica gets no memory.
    var png: Data? {
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        guard pixWriteMemPng(&bytes, &count, pix, 0) == 0, let bytes else { return nil }
        defer { lept_free(bytes) }
        return Data(bytes: bytes, count: count)
    }
}
