import CPictures
import Imaging
import TextAnalysis

/// One line of text as Tesseract reads it: cut out, dark on light, scaled to the height of the models' input.
package struct LineStrip: Sendable, Equatable {
    /// The input height of Tesseract's models for Latin letters, which scale images of other heights to it.
    package static let height = 36
    /// The largest width of a strip in columns. Tesseract refuses images wider than 32,767 pixels; a line of a screen has some
    /// 1,500.
    package static let maxWidth = 16_000

    package let width: Int
    /// The number of rows: the input height of the model that reads the strip.
    package let height: Int
    /// The grey values, from 0 for black to 255 for white: `height` rows of `width` bytes without padding.
    package let pixels: [UInt8]

    /// Returns nil if the width is out of bounds or doesn't fit the number of pixels.
    package init?(width: Int, height: Int = Self.height, pixels: [UInt8]) {
        guard (1...Self.maxWidth).contains(width), pixels.count == width * height else { return nil }
        (self.width, self.height) = (width, height)
        self.pixels = pixels
    }

    /// The first columns of the strip, or all if it has no more.
    func start(columns: Int) -> LineStrip? {
        guard width > columns else { return self }
        let rows = (0..<height).map { pixels[$0 * width..<$0 * width + columns] }
        return LineStrip(width: columns, height: height, pixels: rows.flatMap(\.self))
    }
}

/// The places of ink on a strip without underlines. In the mode that takes a strip for one line, Tesseract says only roughly where a
/// word begins and ends.
struct StripInk {
    private static let inkThreshold: Int32 = 128
    /// How many times as large letters are on a strip as on an ink map.
    private static let letterScale: Int32 = 2
    /// Components with fewer rows and columns than this are dust, in pixels of the strip.
    private static let minSize = 2
    /// A gap that is wider by one pixel makes up for this many pixels of distance. Spaces are 5 pixels wider than the gaps between
    /// letters, and Tesseract's places are wrong by up to half a letter, some 8 pixels.
    private static let distanceOverGap = 3

    /// Boxes of touching columns of ink, from left to right.
    private(set) var runs: [Bounds] = []

    init(_ strip: borrowing LeptonicaImage) {
        guard let ink = LeptonicaImage(adopting: pixThresholdToBinary(strip.pix, Self.inkThreshold)),
            let underlines = Underlines(of: ink, letterScale: Self.letterScale)
        else { return }
        let height = strip.height
        let shapes = Bounds.components(of: underlines.rest).filter { shape in
            // What touches the strip's edge and doesn't reach its middle belongs to the line above or below.
            let isNeighbours =
                shape.top == 0 && shape.bottom <= height / 2
                || shape.bottom == height && shape.top >= height / 2
            return max(shape.width, shape.height) >= Self.minSize && !isNeighbours
        }
        for shape in shapes.sorted(by: { $0.left < $1.left }) {
            if let last = runs.last, shape.left < last.right {
                runs[runs.count - 1] = last.union(shape)
            } else {
                runs.append(shape)
            }
        }
    }

    /// The boxes of words that were read from left to right.
    /// - Parameter words: rough places of each word's first and last letter.
    func boxes(of words: [(first: Bounds, last: Bounds)]) -> [Bounds] {
        var start = 0
        return words.indices.map { index in
            let end =
                index + 1 < words.count
                ? parting(words[index].last, words[index + 1].first, from: start) : runs.count
            defer { start = max(start, end) }
            let own = runs[start..<max(start, end)]
            return own.dropFirst().reduce(own.first) { $0?.union($1) }
                ?? words[index].first.union(words[index].last)
        }
    }

    /// The index of the first run of ink after the space between two letters. A wide gap speaks for the space, and so does a place near
    /// to where the letters part.
    private func parting(_ last: Bounds, _ next: Bounds, from start: Int) -> Int {
        let expected = (last.right + next.left) / 2
        func score(_ index: Int) -> Int {
            let (end, begin) = (runs[index - 1].right, runs[index].left)
            return (begin - end) * Self.distanceOverGap - abs((begin + end) / 2 - expected)
        }
        let gaps = runs.indices.dropFirst(start + 1)
        return gaps.max { score($0) < score($1) } ?? runs.count
    }
}

/// Brings the letters of a strip closer together that are spaced out, `l i k e   t h i s`: the models would read each as a word.
struct SpacedLetters {
    /// Columns of the strip that are taken out.
    struct Cut {
        /// The first column of what stays behind the cut, in columns of the closer strip.
        let column: Int
        let width: Int
    }

    private(set) var cuts: [Cut] = []

    /// The usual gap between letters and between words, in columns of a strip.
    private static let letterGap = 3
    private static let wordGap = 12
    /// Gaps of more than this many times the median are those between words: 3/2.
    private static let wordOverMedian = (times: 3, over: 2)

    /// Returns nil if the letters can't be told apart.
    init?(on strip: borrowing LeptonicaImage) {
        let runs = StripInk(strip).runs
        let gaps = zip(runs, runs.dropFirst()).map { $1.left - $0.right }
        guard !gaps.isEmpty else { return nil }
        let median = gaps.sorted()[gaps.count / 2]
        var removed = 0
        for (gap, run) in zip(gaps, runs.dropFirst()) {
            let isSpace = gap * Self.wordOverMedian.over > median * Self.wordOverMedian.times
            let excess = gap - (isSpace ? Self.wordGap : Self.letterGap)
            guard excess > 0 else { continue }
            removed += excess
            cuts.append(Cut(column: run.left - removed, width: excess))
        }
    }

    /// Returns the strip without the columns; nil if Leptonica has no memory.
    func closer(_ strip: borrowing LeptonicaImage) -> LeptonicaImage? {
        let width = strip.width - cuts.reduce(0) { $0 + $1.width }
        guard let closer = LeptonicaImage(adopting: pixCreate(Int32(width), Int32(strip.height), 8)) else {
            return nil
        }
        var removed = 0
        for (cut, next) in zip([Cut(column: 0, width: 0)] + cuts, cuts + [Cut(column: width, width: 0)]) {
            removed += cut.width
            pixRasterop(
                closer.pix, Int32(cut.column), 0, Int32(next.column - cut.column), Int32(strip.height),
                LeptonicaImage.copySource, strip.pix, Int32(cut.column + removed), 0)
        }
        return closer
    }
}

extension Transcript.Word {
    /// The word with its place on the strip from which columns were taken out.
    func spread(by cuts: [SpacedLetters.Cut]) -> Transcript.Word {
        func removed(before column: Int) -> Int {
            cuts.lazy.filter { $0.column <= column }.reduce(0) { $0 + $1.width }
        }
        var word = self
        let right = box.x + box.width
        word.box.x += removed(before: box.x)
        word.box.width = right + removed(before: right - 1) - word.box.x
        return word
    }
}

/// The underlines of an ink map or a strip, and the strokes without them. An underline joins the letters of a link into one wide
/// shape, which can't be told from a rule or a drawing.
struct Underlines: ~Copyable {
    let boxes: [Bounds]
    /// The other strokes. Those that cross an underline keep the pixels in which they cross it.
    let rest: LeptonicaImage

    // All lengths are in pixels of an ink map, on which letters are some twelve pixels high.

    /// The smallest length of an underline. No stroke of a letter of usual size is as long, nor is a dash.
    private static let minLength: Int32 = 20
    /// The largest thickness of an underline, with the soft edge that small pictures have.
    private static let maxThickness = 4
    /// An underline is at least this many times as long as the text on it is high. The strokes of large letters are shorter.
    private static let minLengthOverHeight = 1.5
    /// The largest depth of what reaches below an underline: the tail of a `g` or a `p`.
    private static let maxDepth = 9
    /// With more runs than this, none is an underline: no screen has as many, and each is compared with all shapes.
    private static let maxRuns = 500

    /// Returns nil if Leptonica has no memory.
    /// - Parameter letterScale: how many times as large letters are as on an ink map.
    init?(of strokes: borrowing LeptonicaImage, letterScale: Int32 = 1) {
        let (thickness, depth) = (Self.maxThickness * Int(letterScale), Self.maxDepth * Int(letterScale))
        guard
            let runs = LeptonicaImage(
                adopting: pixOpenBrick(nil, strokes.pix, Self.minLength * letterScale, 1)),
            let underlines = LeptonicaImage(adopting: pixCreateTemplate(strokes.pix))
        else { return nil }
        var rules = Bounds.components(of: runs).filter { $0.height <= thickness }
        if rules.count > Self.maxRuns { rules = [] }
        let shapes = rules.isEmpty ? [] : Bounds.components(of: strokes)
        let boxes = rules.filter { Self.isUnderline($0, among: shapes, depth: depth) }
        for rule in boxes {
            pixRasterop(
                underlines.pix, Int32(rule.left), Int32(rule.top), Int32(rule.width), Int32(rule.height),
                LeptonicaImage.copySource, runs.pix, Int32(rule.left), Int32(rule.top))
        }
        let reach = Int32(2 * thickness + 1)
        guard let rest = LeptonicaImage(adopting: pixSubtract(nil, strokes.pix, underlines.pix)),
            let closed = LeptonicaImage(adopting: pixCloseSafeBrick(nil, rest.pix, 1, reach)),
            let crossings = LeptonicaImage(adopting: pixAnd(nil, closed.pix, underlines.pix)),
            let crossed = LeptonicaImage(adopting: pixOr(nil, rest.pix, crossings.pix))
        else { return nil }
        self.boxes = boxes
        self.rest = crossed
    }

    /// The smallest share of a word's width that its underline covers. A descender may interrupt an underline.
    private static let coverage = 0.5
    /// The rows in which a word's underline may stand, as multiples of the word's height from its bottom, above and below.
    private static let rows = (above: 0.4, below: 0.35)

    /// Whether underlines stand below most of a word. All boxes are in pixels of an ink map.
    static func underline(_ word: Bounds, _ boxes: [Bounds]) -> Bool {
        let height = Double(word.height)
        let rows = Double(word.bottom) - rows.above * height...Double(word.bottom) + rows.below * height
        let covered = boxes.reduce(0) { sum, box in
            rows.contains(Double(box.top))
                ? sum + max(0, min(box.right, word.right) - max(box.left, word.left)) : sum
        }
        return Double(covered) >= coverage * Double(word.width)
    }

    /// Whether a long thin run is the bottom of a shape that isn't much higher than a line of text. The top of a frame isn't.
    private static func isUnderline(_ rule: Bounds, among shapes: [Bounds], depth: Int) -> Bool {
        let shape = shapes.lazy.filter { $0.contains(rule) }.min { $0.height < $1.height }
        guard let shape else { return false }
        return Double(rule.width) >= minLengthOverHeight * Double(rule.bottom - shape.top)
            && shape.bottom - rule.bottom <= depth
    }
}
