import CPictures
import Imaging

/// Connected components that stand side by side like the letters of one line, in pixels of an ink map.
struct TextLine {
    private(set) var letters: [Bounds] = []
    private(set) var bounds: Bounds
    /// The moving mean of the rows between which the last letters stood. It follows lines that slope.
    private(set) var bandTop: Double
    private(set) var bandBottom: Double

    /// The number of letters over which the band is averaged.
    private static let bandMemory = 8.0
    /// Letters cover at least this share of a line's width: in print about 0.8. Keys and icons cover less.
    private static let minDensity = 0.5
    /// Letters that are spaced out stand at least this far apart, as a multiple of the lower one's height.
    private static let wideGap = 0.45

    /// Distances from the baseline, as multiples of the x-height. In the fonts of phones, ascenders and capitals rise 1.4 to
    /// 1.5 above it, and descenders reach about 0.4 below. A line reaches from its baseline at least to `ascent` and `descent`,
    /// and at most to the two maxima.
    private static let ascent = 1.4
    private static let maxAscent = 1.75
    private static let descent = 0.42
    private static let maxDescent = 0.55
    private static let capitalHeight = 1.38
    /// The largest height of a line's highest letters, as a multiple of the x-height.
    private static let maxLetterHeight = 1.6
    /// A line has small and tall letters if the tall ones are more than this many times as high as the small ones. Chosen on
    /// the development pictures.
    private static let minContrast = 1.22
    /// A letter stands on the baseline if it ends at most this far from it: the larger of a number of pixels of the map and a
    /// share of the letters' median height.
    private static let minBaselineDistance = 1.5
    private static let baselineDistance = 0.15
    /// A letter has a descender if it ends further than this below the baseline, in pixels of the map and as a share of the
    /// median height.
    private static let minDescenderDepth = 2.0
    private static let descenderDepth = 0.2
    /// A descender tells small letters from capitals if the line has at least this many letters.
    private static let minDescenderLetters = 3
    /// The lowest and the highest letters are taken as the first and the ninth of this many equal parts, sorted by height.
    private static let deciles = 10

    /// The least height of shapes that tell a line's height, as a share of it.
    private static let minMerged = 0.6

    init(_ letter: Bounds) {
        letters = [letter]
        bounds = letter
        (bandTop, bandBottom) = (Double(letter.top), Double(letter.bottom))
    }

    /// Whether the letters stand as far apart as keys and icons do.
    var isSpread: Bool {
        Double(letters.reduce(0) { $0 + $1.width }) < Self.minDensity * Double(bounds.width)
    }

    /// The number of letters that stand far from the one before.
    var wideGaps: Int {
        zip(letters, letters.dropFirst()).count {
            Double($1.left - $0.right) >= Self.wideGap * Double(min($0.height, $1.height))
        }
    }

    /// Whether the picture's letters are spaced out, as `l i k e   t h i s`, and this line's too.
    private(set) var isSpacedOut = false

    mutating func findSpacing() { isSpacedOut = wideGaps * 2 > letters.count - 1 }

    /// The width of the line's strip, in columns of the strip.
    var columns: Int {
        let extent = extent
        return bounds.width * LineStrip.height / max(1, Int(extent.bottom - extent.top))
    }

    var bandHeight: Double { bandBottom - bandTop }

    mutating func append(_ letter: Bounds) {
        letters.append(letter)
        attach(letter)
        let weight = 1 / min(Double(letters.count), Self.bandMemory)
        bandTop += (Double(letter.top) - bandTop) * weight
        bandBottom += (Double(letter.bottom) - bandBottom) * weight
    }

    /// Adds a dot, a comma or a dash, which doesn't tell the letters' height.
    mutating func attach(_ mark: Bounds) {
        bounds.left = min(bounds.left, mark.left)
        bounds.top = min(bounds.top, mark.top)
        bounds.right = max(bounds.right, mark.right)
        bounds.bottom = max(bounds.bottom, mark.bottom)
    }

    /// Extends the line over letters that touch those of another line.
    mutating func bridge(_ component: Bounds) { bounds.right = max(bounds.right, component.right) }

    /// Adds the letters of a line that stands right of this one.
    mutating func join(_ other: TextLine) {
        letters += other.letters
        attach(other.bounds)
        (bandTop, bandBottom) = (other.bandTop, other.bandBottom)
    }

    /// Adds the shapes of a line in the same rows, wherever it stands beside them. Much lower ones are parts of letters, which tell nothing of
    /// the line's height.
    mutating func merge(_ other: TextLine) {
        guard Double(other.bounds.height) >= Self.minMerged * Double(bounds.height) else {
            bounds.left = min(bounds.left, other.bounds.left)
            bounds.right = max(bounds.right, other.bounds.right)
            return
        }
        letters = (letters + other.letters).sorted { $0.left < $1.left }
        attach(other.bounds)
        (bandTop, bandBottom) = (min(bandTop, other.bandTop), max(bandBottom, other.bandBottom))
    }

    /// Moves the line's left edge, because its first letter may be connected with something that isn't text, such as an ellipse
    /// that somebody drew around a link.
    mutating func begin(at left: Int) { bounds.left = min(bounds.left, left) }

    /// The rows from the top of ascenders to the bottom of descenders, even if this line has neither: a line of small letters
    /// alone must not look like capitals.
    var extent: Extent {
        let middle = letters.map(\.bottom).sorted()[letters.count / 2]
        let baseline = Double(middle)
        let heights = letters.map(\.height).sorted()
        let median = Double(heights[heights.count / 2])
        let distance = max(Self.minBaselineDistance, Self.baselineDistance * median)
        let standing = letters.filter { abs(Double($0.bottom) - baseline) <= distance }
            .map(\.height).sorted()
        let low = Double(standing[standing.count / Self.deciles])
        let high = Double(standing[standing.count * (Self.deciles - 1) / Self.deciles])
        let xHeight: Double
        if high > Self.minContrast * low {
            let small = standing.prefix { Double($0) <= (low + high) / 2 }
            xHeight = max(Double(small[small.count / 2]), high / Self.maxLetterHeight)
        } else {
            let hasDescender = letters.contains {
                let below = Double($0.bottom) - baseline
                return below > max(Self.minDescenderDepth, Self.descenderDepth * median) && below < median
            }
            let isSmall = hasDescender && letters.count >= Self.minDescenderLetters
            xHeight = isSmall ? low : high / Self.capitalHeight
        }
        return Extent(
            top: min(
                baseline - Self.ascent * xHeight,
                max(Double(bounds.top), baseline - Self.maxAscent * xHeight)),
            bottom: max(
                baseline + Self.descent * xHeight,
                min(Double(bounds.bottom), baseline + Self.maxDescent * xHeight)),
            xHeight: xHeight)
    }

    struct Extent {
        let top: Double
        let bottom: Double
        let xHeight: Double
    }
}

/// The box around a connected component, a glyph or a line, given by its edges in pixels of the image on which it was found.
struct Bounds: Equatable {
    var left: Int
    var top: Int
    /// The column after the last one that belongs to the box.
    var right: Int
    /// The row below the last one that belongs to the box.
    var bottom: Int

    var width: Int { right - left }
    var height: Int { bottom - top }

    func contains(_ other: Bounds) -> Bool {
        left <= other.left && top <= other.top && right >= other.right && bottom >= other.bottom
    }

    func containsMiddle(of other: Bounds) -> Bool {
        (2 * left...2 * right).contains(other.left + other.right)
            && (2 * top...2 * bottom).contains(other.top + other.bottom)
    }

    func union(_ other: Bounds) -> Bounds {
        Bounds(
            left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
            bottom: max(bottom, other.bottom))
    }

    func overlaps(_ other: Bounds) -> Bool {
        left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }

    /// The number of neighbours to which a pixel of a component may be connected: those at its sides and its corners.
    private static let connectivity: Int32 = 8

    /// The boxes around the connected components of an image with one bit a pixel.
    static func components(of image: borrowing LeptonicaImage) -> [Bounds] {
        var boxes = pixConnCompBB(image.pix, connectivity)
        defer { boxaDestroy(&boxes) }
        return (0..<boxaGetCount(boxes)).map { index in
            var (x, y, width, height): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
            boxaGetBoxGeometry(boxes, index, &x, &y, &width, &height)
            return Bounds(left: Int(x), top: Int(y), right: Int(x + width), bottom: Int(y + height))
        }
    }
}
