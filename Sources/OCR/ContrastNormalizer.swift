import CTesseract
import Imaging

/// Makes all text dark on light, whatever its ground: Tesseract's models know nothing else, and a chat screen
/// holds black on grey beside white on blue. Kept apart so that a better reader can replace it.
enum ContrastNormalizer {
    /// Half the side of the square whose median counts as the ground, in pixels at the reading scale.
    private static let groundRadius = 24
    /// The ground is looked for on a picture this many times smaller; what it costs grows with the area.
    private static let groundReduction: Int32 = 4

    /// By how much a frame's stroke differs from the ground at least. Less takes letters on photographs along.
    private static let inkContrast: Int32 = 48
    /// What is higher isn't a letter but a frame, in pixels at the reading scale; about three letters' height.
    private static let maxLetterHeight: Int32 = 70

    /// |pixel - local median|, inverted. The median, unlike the mean, keeps the edge of a bubble sharp and isn't
    /// drawn towards the text; over the development pictures it read 1 to 2 % more words.
    /// - Returns: nil where Leptonica runs out of memory or the picture is smaller than a letter.
    static func normalize(_ picture: borrowing LeptonicaImage) -> LeptonicaImage? {
        let (width, height) = (Int32(picture.width), Int32(picture.height))
        let factor = Float(groundReduction)
        guard min(width, height) >= 4 * groundReduction,
            let small = LeptonicaImage(adopting: pixScaleAreaMap(picture.pix, 1 / factor, 1 / factor))
        else { return nil }
        let radius = min(
            Int32(groundRadius) / groundReduction, (Int32(min(small.width, small.height)) - 1) / 2)
        let side = 2 * radius + 1
        guard let median = LeptonicaImage(adopting: pixMedianFilter(small.pix, side, side)),
            let ground = LeptonicaImage(adopting: pixScaleToSize(median.pix, width, height)),
            let difference = LeptonicaImage(adopting: pixAbsDifference(picture.pix, ground.pix))
        else { return nil }
        let paper = LeptonicaImage(adopting: pixInvert(nil, difference.pix))
        guard let paper else { return nil }
        eraseFrames(paper)
        return paper
    }

    /// Whitens strokes that hang together over several lines' height: outlines and corners of bubbles, keys,
    /// pictures. Next to a word they would be read as brackets.
    private static func eraseFrames(_ paper: borrowing LeptonicaImage) {
        guard let ink = LeptonicaImage(adopting: pixThresholdToBinary(paper.pix, 255 - inkContrast)),
            let frames = LeptonicaImage(
                adopting: pixSelectBySize(
                    ink.pix, Int32(paper.width) + 1, maxLetterHeight, 8, Int32(L_SELECT_IF_EITHER),
                    Int32(L_SELECT_IF_GT), nil))
        else { return }
        _ = pixSetMasked(paper.pix, frames.pix, 255)
    }
}
