/// Groups connected components into lines of text, wherever they stand on the screen.
struct LineFinder {
    /// Heights of components that may be letters, in pixels of an ink map: they are some twelve pixels high there.
    private static let minLetter = 5
    private static let maxLetter = 110
    /// Width of a component over its height, plus `flatness` pixels, up to which it may be a word whose letters touch; wider
    /// components are rules.
    private static let maxLetterAspect = 12
    private static let flatness = 2
    /// Smallest height of a component that may be a whole word, in pixels of an ink map: flatter ones are dashes and bars.
    private static let minWordHeight = 7
    /// Width of a lone component over its height from which it may be a whole word.
    private static let minWordAspect = 2

    /// Largest gap between letters and words of one line over their height: wider than any space between words.
    private static let maxGap = 1.6
    /// The same behind the line's first component, which is an icon or an avatar more often than a letter.
    private static let firstGap = 1.0
    /// Share of the lower of two components that must stand beside the other.
    private static let minOverlap = 0.5
    /// Height of a letter over the mean of its line: a full stop isn't taken for a letter, nor are two lines that touch.
    private static let letterHeights = 0.4...1.8
    /// By how much a pixel of distance counts against a line that overlaps as much, as a share of the overlap: it only
    /// decides between equals.
    private static let gapPenalty = 0.001
    /// Height of a component over the mean of a line up to which it may be letters of two lines that touch.
    private static let maxBridge = 6.0
    /// Largest gap between a line and such a component over the line's height.
    private static let bridgeGap = 0.8

    /// Components up to which a line may be the frame around another.
    private static let maxFrameParts = 2
    /// Fewest letters of a line that a frame may surround, or that fragments are joined from.
    private static let minTextLetters = 3

    /// Gap between fragments of one line over the letters' height; slightly negative, as their bounds may overlap.
    private static let fragmentGaps = -0.2...2.2
    /// By how much the bases of such fragments may differ over the letters' height, and half of what their heights may.
    private static let fragmentTolerance = 0.15

    /// Distance from base to base of a paragraph's lines over the letters' height; more is another paragraph.
    private static let lineDistance = 2.6
    /// By how much the heights of a paragraph's lines may differ over the letters' height.
    private static let lineTolerance = 0.35
    /// How far right of its paragraph a line may begin, over the letters' height, if its first letters weren't found.
    private static let maxIndent = 2.0

    /// Largest width of a mark (a dot, an accent, a dash), in pixels of an ink map.
    private static let maxMarkWidth = 24
    /// Largest size of a mark over the letters' height.
    private static let maxMarkHeight = 0.6
    private static let maxMarkAspect = 1.2
    /// How far above and below a line its marks may stand over the letters' height: accents above, commas below.
    private static let markAscent = 0.6
    private static let markDescent = 0.35
    /// How far left and right of a line its marks may stand over the letters' height.
    private static let markGap = 0.5

    /// Largest numbers of lines and components: they bound the time for a picture, and no screen has so many.
    private static let maxLines = 2_000
    private static let maxComponents = 100_000
    /// Rows of an ink map for one bucket: letters lie in two or three. Only speed depends on it.
    private static let bucketHeight = 8

    private var lines: [TextLine] = []
    /// The lines' bounds without marks, because marks must not bring in marks beside them.
    private var cores: [Bounds] = []
    /// Numbers of lines by the rows that their bands cover.
    private var buckets: [[Int]]

    /// - Parameter height: of the ink map, in pixels.
    static func lines(of components: [Bounds], height: Int) -> [TextLine] {
        guard components.count <= maxComponents else { return [] }
        var finder = LineFinder(height: height)
        let letters = components.filter {
            (minLetter...maxLetter).contains($0.height)
                && $0.width <= maxLetterAspect * ($0.height + flatness)
        }
        for letter in letters.sorted(by: { ($0.left, $0.top) < ($1.left, $1.top) }) { finder.place(letter) }
        let alone = finder.lines.filter(isAlone)
        finder.lines.removeAll(where: isAlone)
        if finder.lines.count > maxLines { return [] }
        finder.dropFrames()
        finder.joinFragments()
        finder.alignParagraphs()
        finder.index()
        finder.cores = finder.lines.map(\.bounds)
        for mark in components where mark.height < minLetter && mark.width <= maxMarkWidth {
            finder.attach(mark)
        }
        for mark in alone { finder.attach(mark.bounds) }
        return finder.lines
    }

    /// Whether a line is one component that is no whole word. A letter alone is nearly always an icon or a quotation mark, and
    /// a flat component is a dash or a bar.
    private static func isAlone(_ line: TextLine) -> Bool {
        line.letters.count == 1
            && (line.bounds.width <= minWordAspect * line.bounds.height || line.bounds.height < minWordHeight)
    }

    private init(height: Int) {
        buckets = Array(repeating: [], count: height / Self.bucketHeight + 2)
    }

    /// Adds a letter to the line in whose band it stands, or begins a line with it.
    private mutating func place(_ letter: Bounds) {
        var best: (line: Int, overlap: Double)?
        var touching: Set<Int> = []
        for bucket in rows(Double(letter.top), Double(letter.bottom)) {
            for index in buckets[bucket] {
                let line = lines[index]
                let (height, band) = (Double(letter.height), line.bandHeight)
                let shared =
                    min(Double(letter.bottom), line.bandBottom) - max(Double(letter.top), line.bandTop)
                if shared < Self.minOverlap * min(height, band) { continue }
                let gap = Double(letter.left - line.bounds.right)
                let ratio = height / band
                if ratio > Self.letterHeights.upperBound, ratio < Self.maxBridge,
                    gap <= Self.bridgeGap * band, line.letters.count > 1
                {
                    touching.insert(index)
                }
                let maxGap = line.letters.count == 1 ? Self.firstGap : Self.maxGap
                guard Self.letterHeights.contains(ratio), gap <= maxGap * min(band, height) else { continue }
                let overlap = shared / max(height, band) - max(0, gap) * Self.gapPenalty
                if overlap > best?.overlap ?? 0 { best = (index, overlap) }
            }
        }
        if !touching.isEmpty, best == nil || touching.count > 1 {
            for index in touching { lines[index].bridge(letter) }
        } else if let best {
            lines[best.line].append(letter)
            enter(best.line)
        } else {
            lines.append(TextLine(letter))
            enter(lines.count - 1)
        }
    }

    /// Drops frames around lines of letters: the edge of a bubble or a button, an ellipse drawn around a link.
    private mutating func dropFrames() {
        index()
        lines = lines.filter { line in
            let frame = line.bounds
            guard line.letters.count <= Self.maxFrameParts else { return true }
            return !rows(line.bandTop, line.bandBottom).contains { row in
                buckets[row].contains { index in
                    let inner = lines[index].bounds
                    return lines[index].letters.count >= Self.minTextLetters && frame.left <= inner.left
                        && frame.right >= inner.right && frame.top <= inner.top
                        && frame.bottom >= inner.bottom
                }
            }
        }
    }

    /// Joins fragments that stand on one base and have one size, though a letter or two between them weren't found.
    private mutating func joinFragments() {
        lines.sort { $0.bounds.left < $1.bounds.left }
        index()
        var joined = Set<Int>()
        for index in lines.indices where !joined.contains(index) {
            while let next = fragment(after: index, except: joined) {
                lines[index].join(lines[next])
                joined.insert(next)
            }
        }
        lines = lines.indices.filter { !joined.contains($0) }.map { lines[$0] }
    }

    private func fragment(after index: Int, except joined: Set<Int>) -> Int? {
        let line = lines[index]
        return rows(line.bandTop, line.bandBottom).lazy.flatMap { buckets[$0] }.first { other in
            let next = lines[other]
            let gap = Double(next.bounds.left - line.bounds.right)
            let height = line.bandHeight
            return other != index && !joined.contains(other) && next.letters.count >= Self.minTextLetters
                && line.letters.count >= Self.minTextLetters
                && (Self.fragmentGaps.lowerBound * height...Self.fragmentGaps.upperBound * height)
                    .contains(gap)
                && abs(next.bandBottom - line.bandBottom) < Self.fragmentTolerance * height
                && abs(next.bandHeight - height) < 2 * Self.fragmentTolerance * height
        }
    }

    /// Begins lines at the left edge of their paragraph.
    private mutating func alignParagraphs() {
        index()
        let lefts = lines.map(\.bounds.left)
        for (index, line) in lines.enumerated() {
            let height = line.bandHeight
            let around = rows(
                line.bandTop - Self.lineDistance * height, line.bandBottom + Self.lineDistance * height)
            let edge = around.flatMap { buckets[$0] }.filter { other in
                let step = abs(lines[other].bandBottom - line.bandBottom)
                return step > height && step < Self.lineDistance * height
                    && abs(lines[other].bandHeight - height) < Self.lineTolerance * height
                    && (1...Int(Self.maxIndent * height)).contains(lefts[index] - lefts[other])
            }.map { lefts[$0] }.max()
            if let edge { lines[index].begin(at: edge) }
        }
    }

    /// Adds a mark to the nearest line that it stands in, if there is one.
    private mutating func attach(_ mark: Bounds) {
        var best: (line: Int, distance: Double)?
        for bucket in rows(Double(mark.top), Double(mark.bottom)) {
            for index in buckets[bucket] {
                let line = lines[index]
                let height = line.bandHeight
                guard Double(mark.height) <= Self.maxMarkHeight * height,
                    Double(mark.bottom) >= line.bandTop - Self.markAscent * height,
                    Double(mark.top) <= line.bandBottom + Self.markDescent * height,
                    Double(mark.width) <= Self.maxMarkAspect * height,
                    Double(cores[index].left - mark.right) <= Self.markGap * height,
                    Double(mark.left - cores[index].right) <= Self.markGap * height
                else { continue }
                let distance = abs(Double(mark.top + mark.bottom) - line.bandTop - line.bandBottom)
                if distance < best?.distance ?? .infinity { best = (index, distance) }
            }
        }
        if let best { lines[best.line].attach(mark) }
    }

    // MARK: Buckets

    private mutating func enter(_ index: Int) {
        for row in rows(lines[index].bandTop, lines[index].bandBottom) where !buckets[row].contains(index) {
            buckets[row].append(index)
        }
    }

    /// Fills the buckets anew, with the rows that a line's marks may stand in.
    private mutating func index() {
        buckets = Array(repeating: [], count: buckets.count)
        for (index, line) in lines.enumerated() {
            let height = line.bandHeight
            let rows = rows(
                line.bandTop - Self.markAscent * height, line.bandBottom + Self.markDescent * height)
            for row in rows { buckets[row].append(index) }
        }
    }

    private func rows(_ top: Double, _ bottom: Double) -> ClosedRange<Int> {
        let first = min(max(0, Int(top) / Self.bucketHeight), buckets.count - 1)
        return first...min(max(first, Int(bottom) / Self.bucketHeight), buckets.count - 1)
    }
}
