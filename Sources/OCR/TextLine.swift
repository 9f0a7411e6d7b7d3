/// Connected components that stand side by side like the letters of one line, in pixels of an ink map.
struct TextLine {
    private(set) var letters: [Bounds] = []
    private(set) var bounds: Bounds
    /// The rows in which the last letters stood, as a moving mean: lines may slope.
    private(set) var bandTop: Double
    private(set) var bandBottom: Double

    /// Number of letters that the band is a mean of.
    private static let bandMemory = 8.0
    /// Share of a line's width that letters cover at least: some 0.8 in print; keys and icons cover less.
    private static let minDensity = 0.5

    /// Distances from the baseline over the x-height, in the fonts of phones: ascenders and capitals reach up 1.4 to 1.5,
    /// descenders some 0.4 down. A line reaches at least to the first and at most to the second of each.
    private static let ascent = 1.4
    private static let maxAscent = 1.75
    private static let descent = 0.42
    private static let maxDescent = 0.55
    private static let capitalHeight = 1.38
    /// Height of a line's highest letters over its x-height at most.
    private static let maxLetterHeight = 1.6
    /// Height of high letters over that of low ones from which a line has both. Chosen on the development pictures.
    private static let minContrast = 1.22
    /// Distance from the baseline within which a letter stands on it: the larger of pixels of the map and a share of the
    /// median height.
    private static let minBaselineDistance = 1.5
    private static let baselineDistance = 0.15
    /// Distance below the baseline from which a letter has a descender, likewise.
    private static let minDescenderDepth = 2.0
    private static let descenderDepth = 0.2
    /// Fewest letters of a line in which a descender tells small letters from capitals.
    private static let minDescenderLetters = 3
    /// Low and high letters are the first and the ninth tenth by height.
    private static let deciles = 10

    init(_ letter: Bounds) {
        letters = [letter]
        bounds = letter
        (bandTop, bandBottom) = (Double(letter.top), Double(letter.bottom))
    }

    /// Whether the letters stand apart as keys and icons do.
    var isSpread: Bool {
        Double(letters.reduce(0) { $0 + $1.width }) < Self.minDensity * Double(bounds.width)
    }

    /// Width of the line's strip in columns.
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

    /// Adds a dot, a comma or a dash, which says nothing of the letters' height.
    mutating func attach(_ mark: Bounds) {
        bounds.left = min(bounds.left, mark.left)
        bounds.top = min(bounds.top, mark.top)
        bounds.right = max(bounds.right, mark.right)
        bounds.bottom = max(bounds.bottom, mark.bottom)
    }

    /// Goes on behind letters that touch those of another line.
    mutating func bridge(_ component: Bounds) { bounds.right = max(bounds.right, component.right) }

    /// Adds the line that stands right of this one.
    mutating func join(_ other: TextLine) {
        letters += other.letters
        attach(other.bounds)
        (bandTop, bandBottom) = (other.bandTop, other.bandBottom)
    }

    /// Begins further left, because the first letter may hang together with something that isn't text, such as an ellipse
    /// that somebody drew around a link.
    mutating func begin(at left: Int) { bounds.left = min(bounds.left, left) }

    /// The rows from ascender to descender, whether or not this line has any: a line of small letters alone must not look
    /// like capitals.
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
