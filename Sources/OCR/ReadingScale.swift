import CTesseract
import Imaging

/// By how much to scale a picture so that its letters have the size that the model reads best.
enum ReadingScale {
    /// Median height of letters (small and capital together) in pixels. Of 20, 21, 26 and 32 px, 21 read the
    /// most words on real screenshots, and the smaller the picture, the faster it is read.
    private static let letterHeight = 21.0
    /// The shorter side of a phone screen on which letters come out about that high; a first guess.
    private static let screenWidth = 800.0
    private static let range = 0.2...2.5
    /// Bounds time and memory; a usual phone screenshot comes to some 1.4 million.
    private static let maxPixels = 8_000_000.0
    private static let maxSide = 30_000.0
    /// Fewer shapes than this say nothing of the letters' height.
    private static let minShapes = 12

    static func estimate(_ picture: borrowing LeptonicaImage) -> Double {
        let (width, height) = (Double(picture.width), Double(picture.height))
        let most = min((maxPixels / (width * height)).squareRoot(), maxSide / max(width, height))
        let guess = min(max(screenWidth / min(width, height), range.lowerBound), 1.5, most)
        guard let scaled = scaled(picture, by: guess), let measured = shapeHeight(scaled) else {
            return guess
        }
        return min(max(guess * letterHeight / measured, range.lowerBound), range.upperBound, most)
    }

    /// nil where Leptonica runs out of memory. Tiny changes aren't worth their blur.
    static func scaled(_ picture: borrowing LeptonicaImage, by scale: Double) -> LeptonicaImage? {
        let keep = abs(scale - 1) < 0.03
        return LeptonicaImage(
            adopting: keep ? pixClone(picture.pix) : pixScale(picture.pix, Float(scale), Float(scale)))
    }

    /// The median height of what looks like letters; nil where too little does.
    private static func shapeHeight(_ picture: borrowing LeptonicaImage) -> Double? {
        let radius: Int32 = 16
        guard min(picture.width, picture.height) > 4 * Int(radius),
            let ground = LeptonicaImage(adopting: pixBlockconvGray(picture.pix, nil, radius, radius)),
            let contrast = LeptonicaImage(adopting: pixAbsDifference(picture.pix, ground.pix)),
            let paper = LeptonicaImage(adopting: pixInvert(nil, contrast.pix)),
            let ink = LeptonicaImage(adopting: pixThresholdToBinary(paper.pix, 255 - 48))
        else { return nil }
        var boxes = pixConnCompBB(ink.pix, 8)
        defer { boxaDestroy(&boxes) }
        var counts = [Int](repeating: 0, count: 121)
        for index in 0..<boxaGetCount(boxes) {
            var (width, height): (Int32, Int32) = (0, 0)
            boxaGetBoxGeometry(boxes, index, nil, nil, &width, &height)
            // Dots, rules, pictures and bubbles are no letters.
            if (6...120).contains(height), width >= 2, width <= 3 * height { counts[Int(height)] += 1 }
        }
        return median(counts)
    }

    /// - Parameter counts: How often each height occurs.
    private static func median(_ counts: [Int]) -> Double? {
        let total = counts.reduce(0, +)
        guard total >= minShapes else { return nil }
        var seen = 0
        let index = counts.firstIndex { count in
            seen += count
            return seen * 2 > total
        }
        return index.map(Double.init)
    }
}
