import CPictures
import Imaging
import TextAnalysis

import struct TextAnalysis.Box

/// A line strip and the part of the bitmap that it was cut from.
struct PlacedStrip {
    /// The smallest width of a strip in columns, less than that of any letter.
    private static let minWidth = 8
    /// The width that is added at each end of the line, as a multiple of the x-height, so that the outer letters aren't cut.
    private static let endMargin = 0.2

    let strip: LineStrip
    /// The part of the bitmap that the strip shows, in the bitmap's pixels.
    let box: Box
    /// What was taken out between letters that are spaced out.
    private var cuts: [SpacedLetters.Cut] = []

    /// Cuts a line out of a picture; nil if the line has no size or Leptonica has no memory.
    /// - Parameters:
    ///   - margin: the height that is added above and below the letters, as a share of the letters' extent.
    ///   - rows: the strip's height.
    init?(
        _ line: TextLine, of picture: borrowing LeptonicaImage, _ ink: borrowing InkMap, margin: Double,
        rows: Int
    ) {
        let extent = line.extent
        let margin = margin * (extent.bottom - extent.top)
        let endMargin = Self.endMargin * extent.xHeight
        let left = max(0, Int((Double(line.bounds.left) - endMargin) * ink.step))
        let right = min(picture.width, Int((Double(line.bounds.right) + endMargin) * ink.step))
        let top = max(0, Int(((extent.top - margin) * ink.step).rounded()))
        let bottom = min(picture.height, Int(((extent.bottom + margin) * ink.step).rounded()))
        guard right > left, bottom > top else { return nil }
        box = Box(x: left, y: top, width: right - left, height: bottom - top)
        guard var paper = Self.paper(picture, ink, box, rows) else { return nil }
        if line.isSpacedOut, let letters = SpacedLetters(on: paper), let closer = letters.closer(paper) {
            paper = closer
            cuts = letters.cuts
        }
        let width = paper.width
        guard let strip = paper.greyBytes().flatMap({ LineStrip(width: width, height: rows, pixels: $0) })
        else {
            return nil
        }
        self.strip = strip
    }

    /// Returns the difference between the picture and its ground, as black ink on white.
    private static func paper(
        _ picture: borrowing LeptonicaImage, _ ink: borrowing InkMap, _ box: Box, _ rows: Int
    ) -> LeptonicaImage? {
        let width = Int((Double(box.width * rows) / Double(box.height)).rounded())
        let groundScale = 1 / (ink.step * Double(InkMap.groundStep))
        guard (minWidth...LineStrip.maxWidth).contains(width),
            let letters = cut(picture, box, width: width, rows),
            let ground = cut(ink.ground, box.scaled(by: groundScale, within: ink.ground), width: width, rows),
            let difference = LeptonicaImage(adopting: pixAbsDifference(letters.pix, ground.pix)),
            let paper = LeptonicaImage(adopting: pixInvert(nil, difference.pix))
        else { return nil }
        // Tesseract stretches the contrast of a line as a whole; a pale link beside black words needs its own stretching.
        ink.deepen(paper)
        return paper
    }

    private static func cut(
        _ picture: borrowing LeptonicaImage, _ box: Box, width: Int, _ rows: Int
    ) -> LeptonicaImage? {
        var place = boxCreate(Int32(box.x), Int32(box.y), Int32(box.width), Int32(box.height))
        defer { boxDestroy(&place) }
        guard let part = LeptonicaImage(adopting: pixClipRectangle(picture.pix, place, nil)) else {
            return nil
        }
        return LeptonicaImage(adopting: pixScaleToSize(part.pix, Int32(width), Int32(rows)))
    }

    /// Converts words whose boxes are in pixels of the strip into words with boxes in pixels of the bitmap.
    func onBitmap(_ words: [Transcript.Word]) -> [Transcript.Word] {
        Self.onBitmap(words.map { $0.spread(by: cuts) }, of: box, rows: strip.height)
    }

    /// - Parameters:
    ///   - box: the part of the bitmap that the strip shows.
    ///   - rows: the strip's height.
    static func onBitmap(
        _ words: [Transcript.Word], of box: Box, rows: Int = LineStrip.height
    ) -> [Transcript.Word] {
        words.map { word in
            var word = word
            word.box = onBitmap(word.box, of: box, rows)
            return word
        }
    }

    private static func onBitmap(_ word: Box, of box: Box, _ rows: Int) -> Box {
        let scale = Double(box.height) / Double(rows)
        func along(_ value: Int, _ length: Int) -> Int {
            min(length - 1, max(0, Int((Double(value) * scale).rounded())))
        }
        let (x, y) = (along(word.x, box.width), along(word.y, box.height))
        // A speck may become flatter than a pixel when it is scaled back, but a box must not be empty.
        let width = max(1, along(word.x + word.width, box.width + 1) - x)
        let height = max(1, along(word.y + word.height, box.height + 1) - y)
        return Box(x: box.x + x, y: box.y + y, width: width, height: height)
    }
}

extension Box {
    /// The scaled box, grown to whole pixels, at least one in each direction, and cut to the picture.
    fileprivate func scaled(by scale: Double, within picture: borrowing LeptonicaImage) -> Box {
        let left = min(picture.width - 1, Int(Double(x) * scale))
        let top = min(picture.height - 1, Int(Double(y) * scale))
        let right = min(picture.width, Int((Double(x + width) * scale).rounded(.up)))
        let bottom = min(picture.height, Int((Double(y + height) * scale).rounded(.up)))
        return Box(x: left, y: top, width: max(1, right - left), height: max(1, bottom - top))
    }
}
