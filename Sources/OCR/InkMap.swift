import CLeptonica
import Imaging

/// Where a picture has strokes, whatever their colour and ground. Found on a copy that is as small as finding
/// lines allows: letters some twelve pixels high.
struct InkMap: ~Copyable {
    /// Pixels of the picture for one pixel of the map.
    let step: Double
    let width: Int
    let height: Int
    /// The grey of the ground, `groundStep` times smaller than the map.
    let ground: LeptonicaImage
    /// One bit a pixel, set where strokes are; those of noise too.
    let strokes: LeptonicaImage
    let components: [Bounds]

    static let groundStep = 3

    /// A first guess, for phone screens and for desktops: such as make letters about twelve pixels high.
    private static let portraitWidth = 600.0
    private static let landscapeWidth = 1_600.0
    /// Median height of components to aim at. At 15 the development pictures gave no more words and took a tenth longer.
    private static let letterHeight = 12.0
    /// Worth another look where letters are this much off.
    private static let tolerance = 0.7...1.4
    private static let minStep = 0.5
    /// Fewer components than this say nothing of the letters' height.
    private static let minShapes = 12
    private static let plausibleHeights = 4...120

    /// Half the side of the square whose median counts as the ground, in pixels of `ground`. The median, unlike the mean,
    /// keeps the edge of a bubble sharp and isn't drawn towards the text.
    private static let groundRadius: Int32 = 5
    /// Of 255, after deepening: less joins letters to their neighbours, more tears thin ones.
    private static let inkThreshold: Int32 = 100
    /// How far the darkest pixel counts, in pixels of the ground; odd.
    private static let inkReach: Int32 = 5
    /// Fainter than this is noise and stays faint.
    private static let weakestInk: UInt32 = 90

    /// nil where Leptonica runs out of memory, or the picture is smaller than a letter.
    init?(_ picture: borrowing LeptonicaImage) {
        let isPortrait = picture.height > picture.width
        var step = max(
            1, (Double(picture.width) / (isPortrait ? Self.portraitWidth : Self.landscapeWidth)).rounded())
        guard var look = Look(picture, step: step) else { return nil }
        if let letters = look.letterHeight {
            let wanted = letters / Self.letterHeight
            let better = max(Self.minStep, (step * wanted * 2).rounded() / 2)
            if !Self.tolerance.contains(wanted), better != step, let closer = Look(picture, step: better) {
                step = better
                look = closer
            }
        }
        self.step = step
        (width, height, components) = (look.width, look.height, NoiseFilter.withoutNoise(look.components))
        ground = look.ground
        strokes = look.strokes
    }

    /// The picture at one size.
    private struct Look: ~Copyable {
        let width: Int
        let height: Int
        let ground: LeptonicaImage
        let strokes: LeptonicaImage
        let components: [Bounds]

        init?(_ picture: borrowing LeptonicaImage, step: Double) {
            let (scale, groundScale) = (Float(1 / step), 1 / Float(InkMap.groundStep))
            let side = 2 * InkMap.groundRadius + 1
            guard
                let small = LeptonicaImage(
                    adopting: step == 1
                        ? pixClone(picture.pix)
                        : step > 1
                            ? pixScaleAreaMap(picture.pix, scale, scale)
                            : pixScale(picture.pix, scale, scale)),
                min(small.width, small.height) >= InkMap.groundStep,
                let tiny = LeptonicaImage(adopting: pixScaleAreaMap(small.pix, groundScale, groundScale)),
                let ground = LeptonicaImage(adopting: pixMedianFilter(tiny.pix, side, side)),
                let spread = LeptonicaImage.enlarging(ground, width: small.width, height: small.height),
                let difference = LeptonicaImage(adopting: pixAbsDifference(small.pix, spread.pix)),
                let paper = LeptonicaImage(adopting: pixInvert(nil, difference.pix))
            else { return nil }
            InkMap.deepen(paper)
            guard
                let ink = LeptonicaImage(
                    adopting: pixThresholdToBinary(paper.pix, 255 - InkMap.inkThreshold))
            else { return nil }
            (width, height) = (small.width, small.height)
            self.ground = ground
            components = InkMap.components(of: ink)
            strokes = ink
        }

        /// The median height of what may be letters; nil where too little may.
        var letterHeight: Double? {
            // Dots, rules, pictures and bubbles are no letters.
            let heights = components.lazy.filter {
                InkMap.plausibleHeights.contains($0.height) && $0.width >= 2 && $0.width <= 3 * $0.height
            }.map(\.height).sorted()
            return heights.count < InkMap.minShapes ? nil : Double(heights[heights.count / 2])
        }
    }

    private static func components(of ink: borrowing LeptonicaImage) -> [Bounds] {
        var boxes = pixConnCompBB(ink.pix, 8)
        defer { boxaDestroy(&boxes) }
        return (0..<boxaGetCount(boxes)).map { index in
            var (x, y, width, height): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
            boxaGetBoxGeometry(boxes, index, &x, &y, &width, &height)
            return Bounds(left: Int(x), top: Int(y), right: Int(x + width), bottom: Int(y + height))
        }
    }

    /// Makes pale text as dark as its neighbours' darkest, so that one threshold serves a pale blue link beside black words.
    static func deepen(_ paper: borrowing LeptonicaImage) {
        let step = Int32(groundStep)
        guard
            let darkest = LeptonicaImage(
                adopting: pixScaleGrayMinMax(paper.pix, step, step, Int32(L_CHOOSE_MIN))),
            let spread = LeptonicaImage(adopting: pixErodeGray(darkest.pix, inkReach, inkReach)),
            let around = LeptonicaImage.enlarging(spread, width: paper.width, height: paper.height)
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
}
