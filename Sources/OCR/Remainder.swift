import CPictures
import Imaging
import TextAnalysis

import struct TextAnalysis.Box

/// What is left of a picture once the lines that were read well are taken away: text that is smaller, slopes or is spaced out, and is
/// found when it is looked at by itself.
struct Remainder: ~Copyable {
    let bitmap: Bitmap

    /// Fewer letters left are icons and marks.
    private static let fewestLetters = 20
    /// The least height of a letter, in pixels of an ink map on which the others are six times as high.
    private static let minHeight = 2
    /// Small letters stand nearer to the next than this multiple of their height and some pixels.
    private static let (reach, slack) = (1, 3)

    /// Returns nil where nothing shows that other text is left, or Leptonica has no memory.
    /// - Parameter settled: the places of what was read, in pixels of the picture.
    init?(of detected: borrowing DetectedLines, without settled: [Box]) {
        let rest: LeptonicaImage?
        switch detected.ink {
        case .some(let ink):
            let left = ink.components(beside: settled)
            guard
                detected.holdsSmall || Self.holdsSmall(left)
                    || Tilt(
                        of: left.filter(LineFinder.mayBeLetter), width: detected.picture.width,
                        height: detected.picture.height) != nil
                    || LineFinder.areSpacedOut(left, height: ink.height)
            else { return nil }
            rest = Self.painted(detected.picture, ink.ground, settled)
        case .none: return nil
        }
        guard let rest else { return nil }
        let (width, height) = (rest.width, rest.height)
        guard let grey = rest.greyBytes() else { return nil }
        bitmap = Bitmap(width: width, height: height, pixels: grey)
    }

    /// Whether shapes hold text that is much smaller than most. The letters of its words may touch.
    static func holdsSmall(_ shapes: [Bounds]) -> Bool {
        let small = shapes.filter { (minHeight..<DetectedLines.minBand).contains($0.height) }
        let letters = Dictionary(grouping: small) { $0.bottom / LineFinder.minLetter }.values.reduce(0) {
            count, row in
            let row = row.sorted { $0.left < $1.left }
            return zip(row, row.dropFirst()).reduce(count) { count, pair in
                let (shape, next) = pair
                let isNear = next.left - shape.right <= reach * max(shape.height, next.height) + slack
                return count + (isNear ? max(1, shape.width / shape.height) : 0)
            }
        }
        return letters >= fewestLetters
    }

    /// Paints the ground over what was read.
    private static func painted(
        _ picture: borrowing LeptonicaImage, _ ground: borrowing LeptonicaImage, _ settled: [Box]
    ) -> LeptonicaImage? {
        guard let rest = LeptonicaImage(adopting: pixCopy(nil, picture.pix)),
            let ground = LeptonicaImage.enlarging(ground, width: picture.width, height: picture.height)
        else { return nil }
        for box in settled {
            pixRasterop(
                rest.pix, Int32(box.x), Int32(box.y), Int32(box.width), Int32(box.height),
                LeptonicaImage.copySource, ground.pix, Int32(box.x), Int32(box.y))
        }
        return rest
    }
}
