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

    /// Nor is it text at all, not even lines that slant and touch.
    private static let maxTextHeight: Int32 = 600
    /// How much of its box an outline covers at most. Slanting text whose lines touch covers more.
    private static let maxFrameDensity: Float = 0.15
    /// The side of a square in pixels at the reading scale. It holds some ten letters, or twenty with their dots.
    private static let tile: Int32 = 64
    private static let maxShapes = 40
    private static let minShapeSize: Int32 = 5
    /// Over a whole picture, dust included: the development pictures have 8 a square at most, pure noise 20.
    private static let maxMeanShapes = 14
    /// Pale links have pale lines under them.
    private static let ruleContrast: Int32 = 110
    /// Longer than any stroke of a letter, an em dash included, and no thicker than a bold line, in pixels at the
    /// reading scale.
    private static let minRuleLength: Int32 = 64
    private static let maxRuleHeight: Int32 = 3

    /// How far the darkest pixel counts, in pixels of the reduced picture; odd.
    private static let inkReach: Int32 = 9
    /// Fainter than this is noise and stays faint.
    private static let weakestInk: UInt32 = 110

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
        deepen(paper)
        eraseNoise(paper)
        eraseFrames(paper)
        eraseRules(paper)
        return paper
    }

    /// Makes pale text as black as its neighbours' darkest: Tesseract finds lines on a binary picture with one threshold,
    /// and drops a pale blue link beside black words.
    private static func deepen(_ paper: borrowing LeptonicaImage) {
        guard
            let darkest = LeptonicaImage(
                adopting: pixScaleGrayMinMax(
                    paper.pix, groundReduction, groundReduction, Int32(L_CHOOSE_MIN))),
            let spread = LeptonicaImage(adopting: pixErodeGray(darkest.pix, inkReach, inkReach)),
            let around = LeptonicaImage(
                adopting: pixScaleToSize(spread.pix, Int32(paper.width), Int32(paper.height)))
        else { return }
        let words = Int(pixGetWpl(paper.pix)) * paper.height
        guard Int(pixGetWpl(around.pix)) * around.height == words, let data = pixGetData(paper.pix),
            let floors = pixGetData(around.pix)
        else { return }
        for index in 0..<words {
            let (word, floor) = (data[index], floors[index])
            if word == 0xFFFF_FFFF { continue }
            var deepened: UInt32 = 0
            for shift in stride(from: UInt32(0), to: 32, by: 8) {
                let ink = 255 - (word >> shift & 0xFF)
                let most = max(255 - (floor >> shift & 0xFF), weakestInk)
                deepened |= (255 - min(255, ink * 255 / most)) << shift
            }
            data[index] = deepened
        }
    }

    /// Whitens squares that hold more shapes than letters could: grain, foliage, crowds. They cost Tesseract minutes and
    /// give words that aren't there.
    private static func eraseNoise(_ paper: borrowing LeptonicaImage) {
        guard let ink = LeptonicaImage(adopting: pixThresholdToBinary(paper.pix, 255 - inkContrast)) else {
            return
        }
        var boxes = pixConnCompBB(ink.pix, 8)
        defer { boxaDestroy(&boxes) }
        let columns = (Int32(paper.width) + tile - 1) / tile
        let rows = (Int32(paper.height) + tile - 1) / tile
        var counts = [Int](repeating: 0, count: Int(columns * rows))
        for index in 0..<boxaGetCount(boxes) {
            var (x, y, width, height): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
            boxaGetBoxGeometry(boxes, index, &x, &y, &width, &height)
            // The dust of photographs doesn't hinder anybody.
            if max(width, height) < minShapeSize { continue }
            let column = (x + width / 2) / tile
            let row = (y + height / 2) / tile
            counts[Int(row * columns + column)] += 1
        }
        if Int(boxaGetCount(boxes)) > counts.count * maxMeanShapes {
            _ = pixSetAllArbitrary(paper.pix, 255)
            return
        }
        for (index, count) in counts.enumerated() where count > maxShapes {
            let (column, row) = (Int32(index) % columns, Int32(index) / columns)
            var square = boxCreate(column * tile, row * tile, tile, tile)
            pixSetInRectArbitrary(paper.pix, square, 255)
            boxDestroy(&square)
        }
    }

    /// Whitens horizontal rules, above all the lines under links: Tesseract takes an underlined line of text for a
    /// drawing and drops it.
    private static func eraseRules(_ paper: borrowing LeptonicaImage) {
        guard let ink = LeptonicaImage(adopting: pixThresholdToBinary(paper.pix, 255 - ruleContrast)),
            let long = LeptonicaImage(adopting: pixOpenBrick(nil, ink.pix, minRuleLength, 1)),
            let rules = LeptonicaImage(
                adopting: pixSelectBySize(
                    long.pix, 0, maxRuleHeight, 8, Int32(L_SELECT_HEIGHT), Int32(L_SELECT_IF_LTE), nil)),
            // The blur at a rule's edges goes with it.
            let whole = LeptonicaImage(adopting: pixDilateBrick(nil, rules.pix, 3, 3))
        else { return }
        _ = pixSetMasked(paper.pix, whole.pix, 255)
    }

    /// Whitens strokes that hang together over several lines' height: outlines and corners of bubbles, keys,
    /// pictures. Next to a word they would be read as brackets.
    private static func eraseFrames(_ paper: borrowing LeptonicaImage) {
        guard let ink = LeptonicaImage(adopting: pixThresholdToBinary(paper.pix, 255 - inkContrast)),
            let tall = LeptonicaImage(
                adopting: pixSelectBySize(
                    ink.pix, 0, maxLetterHeight, 8, Int32(L_SELECT_HEIGHT), Int32(L_SELECT_IF_GT), nil)),
            let frames = LeptonicaImage(
                adopting: pixSelectByAreaFraction(
                    tall.pix, maxFrameDensity, 8, Int32(L_SELECT_IF_LT), nil))
        else { return }
        _ = pixSetMasked(paper.pix, frames.pix, 255)
        guard
            let huge = LeptonicaImage(
                adopting: pixSelectBySize(
                    tall.pix, 0, maxTextHeight, 8, Int32(L_SELECT_HEIGHT), Int32(L_SELECT_IF_GT), nil))
        else { return }
        _ = pixSetMasked(paper.pix, huge.pix, 255)
    }
}
