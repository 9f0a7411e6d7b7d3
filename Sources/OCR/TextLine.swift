/// Shapes that stand side by side like the letters of one line, in pixels of an ink map.
struct TextLine {
    private(set) var letters: [Bounds] = []
    private(set) var bounds: Bounds
    /// Where its letters stood lately: lines may slope.
    private(set) var bandTop: Double
    private(set) var bandBottom: Double

    /// Over how many letters the band is a mean.
    private static let memory = 8.0
    /// Of an x-height: ascenders and capitals reach up to 1.4 to 1.5, descenders some 0.4 below the baseline, in the fonts of
    /// phones.
    private static let ascent = 1.4
    private static let maxAscent = 1.75
    private static let descent = 0.42
    private static let maxDescent = 0.55
    private static let capitalHeight = 1.38
    private static let minDensity = 0.5

    init(_ letter: Bounds) {
        letters = [letter]
        bounds = letter
        (bandTop, bandBottom) = (Double(letter.top), Double(letter.bottom))
    }

    /// Whether its letters stand apart as keys and icons do: they cover about .8 of the width in print.
    var isSpread: Bool {
        Double(letters.reduce(0) { $0 + $1.width }) < Self.minDensity * Double(bounds.width)
    }

    /// How wide its strip is.
    var columns: Int {
        let extent = extent
        return bounds.width * LineStrip.height / max(1, Int(extent.bottom - extent.top))
    }

    var bandHeight: Double { bandBottom - bandTop }

    mutating func append(_ letter: Bounds) {
        letters.append(letter)
        attach(letter)
        let weight = 1 / min(Double(letters.count), Self.memory)
        bandTop += (Double(letter.top) - bandTop) * weight
        bandBottom += (Double(letter.bottom) - bandBottom) * weight
    }

    /// A dot, a comma or a dash: belongs to it, and says nothing of the letters' height.
    mutating func attach(_ mark: Bounds) {
        bounds.left = min(bounds.left, mark.left)
        bounds.top = min(bounds.top, mark.top)
        bounds.right = max(bounds.right, mark.right)
        bounds.bottom = max(bounds.bottom, mark.bottom)
    }

    /// Letters of this line and of its neighbour that touch: the line goes on behind them.
    mutating func bridge(_ shape: Bounds) { bounds.right = max(bounds.right, shape.right) }

    /// What stands right of it belongs to it.
    mutating func join(_ other: TextLine) {
        letters += other.letters
        attach(other.bounds)
        (bandTop, bandBottom) = (other.bandTop, other.bandBottom)
    }

    /// Its first letter may hang together with something that isn't text, such as an ellipse that somebody drew around a link.
    mutating func begin(at left: Int) { bounds.left = min(bounds.left, left) }

    /// From ascender to descender, whether or not this line has any: a line of small letters alone must not look like
    /// capitals.
    var extent: Extent {
        let middle = letters.map(\.bottom).sorted()[letters.count / 2]
        let baseline = Double(middle)
        let heights = letters.map(\.height).sorted()
        let median = Double(heights[heights.count / 2])
        let standing = letters.filter { abs(Double($0.bottom) - baseline) <= max(1.5, 0.15 * median) }
            .map(\.height).sorted()
        let low = Double(standing[standing.count / 10])
        let high = Double(standing[standing.count * 9 / 10])
        let xHeight: Double
        if high > 1.22 * low {
            let small = standing.prefix { Double($0) <= (low + high) / 2 }
            xHeight = max(Double(small[small.count / 2]), high / 1.6)
        } else {
            let hasDescender = letters.contains {
                let below = Double($0.bottom) - baseline
                return below > max(2, 0.2 * median) && below < median
            }
            xHeight = hasDescender && letters.count > 2 ? low : high / Self.capitalHeight
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
