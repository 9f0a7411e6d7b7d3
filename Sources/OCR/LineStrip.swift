import CTesseract
import Imaging
import struct TextAnalysis.Box

/// One line of text, cut out, dark on light, and as high as Tesseract's models want it.
struct LineStrip: ~Copyable {
    private static let minWidth = 8
    /// Around the letters, as a share of the x-height.
    private static let endMargin = 0.2

    let image: LeptonicaImage

    /// Where a line, or a part of it, is to be cut out; nil where it has no size.
    /// - Parameters:
    ///   - margin: above and below the letters, as a share of their extent.
    ///   - columns: of the picture; nil for the line's own.
    static func place(
        of line: TextLine, in picture: borrowing LeptonicaImage, _ ink: borrowing InkMap, margin: Double,
        columns: Range<Int>? = nil
    ) -> StripPlace? {
        let extent = line.extent
        let margin = margin * (extent.bottom - extent.top)
        let endMargin = Self.endMargin * extent.xHeight
        let left = columns?.lowerBound ?? Int((Double(line.bounds.left) - endMargin) * ink.step)
        let right = columns?.upperBound ?? Int((Double(line.bounds.right) + endMargin) * ink.step)
        let top = Int(((extent.top - margin) * ink.step).rounded())
        let bottom = Int(((extent.bottom + margin) * ink.step).rounded())
        let (x, y) = (max(0, left), max(0, top))
        let (width, height) = (min(picture.width, right) - x, min(picture.height, bottom) - y)
        return width > 0 && height > 0 ? StripPlace(box: Box(x: x, y: y, width: width, height: height)) : nil
    }

    /// nil where the strip would be too narrow or too wide, or Leptonica has no memory.
    init?(_ place: StripPlace, of picture: borrowing LeptonicaImage, _ ink: borrowing InkMap) {
        guard let paper = Self.paper(picture, ink, place.box) else { return nil }
        image = paper
    }

    /// What differs from the ground, black on white.
    private static func paper(
        _ picture: borrowing LeptonicaImage, _ ink: borrowing InkMap, _ box: Box
    ) -> LeptonicaImage? {
        let width = Int((Double(box.width * StripImage.height) / Double(box.height)).rounded())
        let groundScale = 1 / (ink.step * Double(InkMap.groundStep))
        guard (minWidth...StripImage.maxWidth).contains(width),
            let letters = cut(picture, box, width: width),
            let ground = cut(ink.ground, box.scaled(by: groundScale, within: ink.ground), width: width),
            let difference = LeptonicaImage(adopting: pixAbsDifference(letters.pix, ground.pix))
        else { return nil }
        guard let paper = LeptonicaImage(adopting: pixInvert(nil, difference.pix)) else { return nil }
        // Tesseract stretches a line's contrast as a whole; a pale link beside black words needs its own.
        InkMap.deepen(paper)
        return paper
    }

    private static func cut(
        _ picture: borrowing LeptonicaImage, _ box: Box, width: Int
    ) -> LeptonicaImage? {
        var place = boxCreate(Int32(box.x), Int32(box.y), Int32(box.width), Int32(box.height))
        defer { boxDestroy(&place) }
        guard let part = LeptonicaImage(adopting: pixClipRectangle(picture.pix, place, nil)) else {
            return nil
        }
        return LeptonicaImage(adopting: pixScaleToSize(part.pix, Int32(width), Int32(StripImage.height)))
    }

    /// For an engine elsewhere; nil where Leptonica has no memory.
    consuming func exported() -> StripImage? {
        let width = image.width
        return image.greyBytes().flatMap { StripImage(width: width, pixels: $0) }
    }
}

extension Box {
    /// Grown to whole pixels, at least one, inside a picture.
    fileprivate func scaled(by scale: Double, within picture: borrowing LeptonicaImage) -> Box {
        let left = min(picture.width - 1, Int(Double(x) * scale))
        let top = min(picture.height - 1, Int(Double(y) * scale))
        let right = min(picture.width, Int((Double(x + width) * scale).rounded(.up)))
        let bottom = min(picture.height, Int((Double(y + height) * scale).rounded(.up)))
        return Box(x: left, y: top, width: max(1, right - left), height: max(1, bottom - top))
    }
}
