import CPictures
import Imaging

/// A map of the strokes on a picture, whatever their colour and ground. It is as small as finding lines allows: letters are
/// some twelve pixels high on it.
struct InkMap: ~Copyable {
    /// The number of pixels of the picture along each side of one pixel of the map.
    let step: Double
    let width: Int
    let height: Int
    /// The grey of the ground, `groundStep` times smaller than the map.
    let ground: LeptonicaImage
    /// The map itself, one bit a pixel; a bit is set for strokes and for noise.
    let strokes: LeptonicaImage
    /// Boxes of the underlines, in pixels of the map.
    let underlines: [Bounds]
    /// Connected components of the strokes without noise and underlines, in pixels of the map.
    let components: [Bounds]
    /// Grey levels from white of the faintest ink that is stretched to black.
    private let faintest: UInt32

    /// The number of pixels of the map along each side of one pixel of `ground`.
    static let groundStep = 3

    /// Width of the map in pixels for the first guess of the step, on phone screens and on desktops: letters of usual sizes
    /// are about `letterHeight` high at it.
    private static let portraitWidth = 600.0
    private static let landscapeWidth = 1_600.0
    /// Median height of components to aim at, in pixels of the map. At 15 the development pictures gave no more words and
    /// took a tenth longer.
    private static let letterHeight = 12.0
    /// The first guess of the step is kept if the letters' height divided by `letterHeight` lies in this range. Chosen on the
    /// development pictures.
    private static let tolerance = 0.7...1.4
    /// The smallest step: 0.5 doubles the picture's sides.
    private static let minStep = 0.5
    /// Steps after the first guess are multiples of 1 divided by this.
    private static let stepsPerUnit = 2.0
    /// The letters' height is told by at least this many components: fewer may all be icons.
    private static let minComponents = 12
    /// Heights of components that may be letters, in pixels of the map: smaller ones are dots and rules, larger ones
    /// pictures and bubbles.
    private static let plausibleHeights = 4...120
    /// The smallest width of a component that may be a letter, in pixels of the map.
    private static let minWidth = 2
    /// The largest width of a component that may be a letter, divided by its height.
    private static let maxAspect = 3

    /// Half the side of the square whose median is the ground, in pixels of `ground`. Unlike the mean, the median keeps the
    /// edge of a bubble sharp and isn't drawn towards the text.
    private static let groundRadius: Int32 = 5
    /// Grey levels from white at which deepened ink counts as a stroke: less joins letters to their neighbours, more tears
    /// thin ones.
    private static let inkThreshold: Int32 = 100
    /// Side of the square whose darkest pixel a place is stretched by, in pixels of the ground; odd, as Leptonica wants it.
    private static let inkReach: Int32 = 5
    /// Grey levels from white of the faintest ink that is stretched to black; fainter ink is noise and stays faint. Chosen
    /// on the development pictures. A picture on which less than `minLetters` stand out so may be one of pale text.
    private static let weakestInk: UInt32 = 90
    private static let palestInk: UInt32 = 40
    private static let minLetters = 24
    private static let white: UInt32 = 255

    /// The map of a picture, or of its palest ink if there is text in it and hardly any other. Returns nil if Leptonica runs out of
    /// memory or the picture is smaller than a letter.
    static func of(_ picture: borrowing LeptonicaImage) -> InkMap? {
        guard let map = InkMap(picture, faintest: weakestInk) else { return nil }
        if !map.hasLetters, let pale = InkMap(picture, faintest: palestInk), pale.hasLetters { return pale }
        return map
    }

    private var hasLetters: Bool { components.count(where: LineFinder.mayBeLetter) >= Self.minLetters }

    private init?(_ picture: borrowing LeptonicaImage, faintest: UInt32) {
        let isPortrait = picture.height > picture.width
        var step = max(
            1, (Double(picture.width) / (isPortrait ? Self.portraitWidth : Self.landscapeWidth)).rounded())
        guard var scaled = ScaledMap(picture, step: step, faintest) else { return nil }
        if let letters = scaled.letterHeight {
            let wanted = letters / Self.letterHeight
            let better = max(
                Self.minStep, (step * wanted * Self.stepsPerUnit).rounded() / Self.stepsPerUnit)
            if !Self.tolerance.contains(wanted), better != step,
                let closer = ScaledMap(picture, step: better, faintest)
            {
                step = better
                scaled = closer
            }
        }
        self.step = step
        self.faintest = faintest
        (width, height) = (scaled.width, scaled.height)
        components = NoiseFilter.withoutNoise(scaled.components)
        underlines = scaled.underlines
        ground = scaled.ground
        strokes = scaled.strokes
    }

    /// The map of a picture at one size, its noise included.
    private struct ScaledMap: ~Copyable {
        let width: Int
        let height: Int
        let ground: LeptonicaImage
        let strokes: LeptonicaImage
        let components: [Bounds]
        let underlines: [Bounds]

        init?(_ picture: borrowing LeptonicaImage, step: Double, _ faintest: UInt32) {
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
                let spread = InkMap.enlarged(ground, to: small),
                let difference = LeptonicaImage(adopting: pixAbsDifference(small.pix, spread.pix)),
                let paper = LeptonicaImage(adopting: pixInvert(nil, difference.pix))
            else { return nil }
            InkMap.deepen(paper, faintest)
            guard
                let ink = LeptonicaImage(
                    adopting: pixThresholdToBinary(paper.pix, Int32(InkMap.white) - InkMap.inkThreshold)),
                let found = Underlines(of: ink)
            else { return nil }
            (width, height) = (small.width, small.height)
            self.ground = ground
            underlines = found.boxes
            components = Bounds.components(of: found.rest)
            strokes = ink
        }

        /// The median height of the components that may be letters; nil if they are too few.
        var letterHeight: Double? {
            let heights = components.lazy.filter {
                InkMap.plausibleHeights.contains($0.height) && $0.width >= InkMap.minWidth
                    && $0.width <= InkMap.maxAspect * $0.height
            }.map(\.height).sorted()
            return heights.count < InkMap.minComponents ? nil : Double(heights[heights.count / 2])
        }
    }

    /// Enlarges a smaller map to the size of a larger one by interpolation.
    private static func enlarged(
        _ map: borrowing LeptonicaImage, to larger: borrowing LeptonicaImage
    ) -> LeptonicaImage? {
        LeptonicaImage.enlarging(map, width: larger.width, height: larger.height)
    }

    /// Makes pale text as dark as the darkest text nearby, so that one threshold serves a pale blue link beside black words.
    func deepen(_ paper: borrowing LeptonicaImage) { Self.deepen(paper, faintest) }

    private static func deepen(_ paper: borrowing LeptonicaImage, _ faintest: UInt32) {
        let step = Int32(groundStep)
        guard
            let darkest = LeptonicaImage(
                adopting: pixScaleGrayMinMax(paper.pix, step, step, Int32(L_CHOOSE_MIN))),
            let spread = LeptonicaImage(adopting: pixErodeGray(darkest.pix, inkReach, inkReach)),
            let around = enlarged(spread, to: paper)
        else { return }
        let words = Int(pixGetWpl(paper.pix)) * paper.height
        guard Int(pixGetWpl(around.pix)) * around.height == words, let data = pixGetData(paper.pix),
            let floors = pixGetData(around.pix)
        else { return }
        // Leptonica keeps four grey values in each word of 32 bits.
        for index in 0..<words {
            let (word, floor) = (data[index], floors[index])
            if word == .max { continue }
            var deepened: UInt32 = 0
            for shift in stride(from: UInt32(0), to: UInt32(UInt32.bitWidth), by: UInt8.bitWidth) {
                let ink = white - (word >> shift & white)
                let most = max(white - (floor >> shift & white), faintest)
                deepened |= (white - min(white, ink * white / most)) << shift
            }
            data[index] = deepened
        }
    }
}

/// Says of each component of an ink map why it is read or not, so that no text is lost without a trace.
struct InkAccount {
    enum Fate {
        /// It is part of a line.
        case line
        /// It is too small for a letter: a dot, a dash, a crumb of an underline, grain.
        case speck
        /// It is too large or too long for a letter: a picture, a bubble's edge, a rule.
        case picture
        /// It is drawn around a line.
        case frame
        /// It stands alone or with few others, as icons and avatars do.
        case icon
        /// It stands together with others as letters do, and counts as unread.
        case unexplained
    }

    /// The fates of the map's components, in the same order.
    let fates: [Fate]

    init(of components: [Bounds], lines: [TextLine]) {
        let extents = lines.map { line in
            let extent = line.extent
            return Bounds(
                left: line.bounds.left - 1, top: Int(extent.top.rounded(.down)), right: line.bounds.right + 1,
                bottom: Int(extent.bottom.rounded(.up)))
        }
        var fates = components.map { component in
            if extents.contains(where: { $0.containsMiddle(of: component) }) { return Fate.line }
            if component.height < LineFinder.minLetter { return .speck }
            if !LineFinder.mayBeLetter(component) { return .picture }
            if extents.contains(where: { component.contains($0) }) { return .frame }
            return .unexplained
        }
        let open = components.indices.filter { fates[$0] == .unexplained }
        let unread = UnreadText(open.map { components[$0] }).groups
        for index in open where !unread.contains(where: { $0.bounds.containsMiddle(of: components[index]) }) {
            fates[index] = .icon
        }
        self.fates = fates
    }
}
