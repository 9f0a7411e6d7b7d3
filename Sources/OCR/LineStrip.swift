import CTesseract
import Imaging
import struct TextAnalysis.Box

/// One line of text, cut out, dark on light, and as high as Tesseract's models want it.
struct LineStrip: ~Copyable {
    private static let minWidth = 8
    /// Around the letters, as a share of the x-height.
    private static let endMargin = 0.2

    let image: LeptonicaImage
    let place: StripPlace

    /// nil where the line has no size or Leptonica no memory.
    /// - Parameter margin: above and below the letters, as a share of their extent.
    init?(
        _ line: TextLine, of picture: borrowing LeptonicaImage, _ ink: borrowing InkMap, margin: Double
    ) {
        let extent = line.extent
        let margin = margin * (extent.bottom - extent.top)
        let endMargin = Self.endMargin * extent.xHeight
        let left = max(0, Int((Double(line.bounds.left) - endMargin) * ink.step))
        let right = min(picture.width, Int((Double(line.bounds.right) + endMargin) * ink.step))
        let top = max(0, Int(((extent.top - margin) * ink.step).rounded()))
        let bottom = min(picture.height, Int(((extent.bottom + margin) * ink.step).rounded()))
        guard right > left, bottom > top else { return nil }
        let box = Box(x: left, y: top, width: right - left, height: bottom - top)
        guard let paper = Self.paper(picture, ink, box) else { return nil }
        place = StripPlace(box: box)
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
