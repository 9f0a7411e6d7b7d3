/// Groups shapes into lines of text, wherever on the screen they stand.
struct LineFinder {
    /// Wider than any space between words, as a multiple of the letters' height.
    private static let maxGap = 1.6
    /// After the first shape: more often an icon or an avatar than a letter.
    private static let firstGap = 1.0
    /// How much of the lower of two shapes must stand beside the other.
    private static let minOverlap = 0.5
    /// Heights of letters of one line over its mean: a full stop isn't taken for a letter, nor two lines that touch.
    private static let letterHeights = 0.4...1.8
    private static let maxBridge = 6.0
    private static let bridgeGap = 0.8
    /// As multiples of the letters' height: how far apart fragments of a line may stand, and how much they may differ.
    private static let fragmentGap = 2.2
    private static let fragmentTolerance = 0.15
    /// The same for lines of a paragraph: from base to base, in height, and how far one's first letter may be missing.
    private static let lineDistance = 2.6
    private static let lineTolerance = 0.35
    private static let maxIndent = 2.0
    /// In pixels of an ink map.
    private static let minLetter = 5
    private static let maxLetter = 110
    private static let minWordHeight = 7
    private static let maxMarkWidth = 24
    /// Of the letters' height.
    private static let maxMarkHeight = 0.6
    /// A word of touching letters at most; what is wider is a rule.
    private static let maxLetterShape = 12
    /// No screen holds so many; bounds what a picture can cost.
    private static let maxLines = 2_000
    private static let maxShapes = 100_000
    private static let bucketHeight = 8

    private var lines: [TextLine] = []
    /// Their bounds without marks: marks don't bring in marks beside them.
    private var cores: [Bounds] = []
    /// Lines by the rows that their bands cover.
    private var buckets: [[Int]]

    /// - Parameter height: of the ink map.
    static func lines(of components: [Bounds], height: Int) -> [TextLine] {
        guard components.count <= maxShapes else { return [] }
        var finder = LineFinder(height: height)
        let letters = components.filter {
            (minLetter...maxLetter).contains($0.height) && $0.width <= maxLetterShape * ($0.height + 2)
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
        for mark in components where mark.height < minLetter && mark.width <= maxMarkWidth { finder.attach(mark) }
        for mark in alone { finder.attach(mark.bounds) }
        return finder.lines
    }

    /// A letter alone is an icon nearly always, or a quotation mark; a flat shape is a dash or a bar. A whole word may hang
    /// together.
    private static func isAlone(_ line: TextLine) -> Bool {
        line.letters.count == 1
            && (line.bounds.width <= 2 * line.bounds.height || line.bounds.height < minWordHeight)
    }

    private init(height: Int) {
        buckets = Array(repeating: [], count: height / Self.bucketHeight + 2)
    }

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
                let overlap = shared / max(height, band) - max(0, gap) * 0.001
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

    /// A shape or two around a line of letters: a bubble's edge, a button's, an ellipse drawn around a link.
    private mutating func dropFrames() {
        index()
        lines = lines.filter { line in
            let frame = line.bounds
            guard line.letters.count <= 2 else { return true }
            return !rows(line.bandTop, line.bandBottom).contains { row in
                buckets[row].contains { index in
                    let inner = lines[index].bounds
                    return lines[index].letters.count > 2 && frame.left <= inner.left
                        && frame.right >= inner.right && frame.top <= inner.top
                        && frame.bottom >= inner.bottom
                }
            }
        }
    }

    /// Joins what stands on one base and has one size, though a letter or two between them weren't found.
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
            return other != index && !joined.contains(other) && next.letters.count > 2
                && line.letters.count > 2
                && (-0.2 * height...Self.fragmentGap * height).contains(gap)
                && abs(next.bandBottom - line.bandBottom) < Self.fragmentTolerance * height
                && abs(next.bandHeight - height) < 2 * Self.fragmentTolerance * height
        }
    }

    /// Begins lines where the paragraph does.
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

    /// To the line that it stands in or above, if any.
    private mutating func attach(_ mark: Bounds) {
        var best: (line: Int, distance: Double)?
        for bucket in rows(Double(mark.top), Double(mark.bottom)) {
            for index in buckets[bucket] {
                let line = lines[index]
                let height = line.bandHeight
                guard Double(mark.height) <= Self.maxMarkHeight * height,
                    Double(mark.bottom) >= line.bandTop - 0.6 * height,
                    Double(mark.top) <= line.bandBottom + 0.35 * height,
                    Double(mark.width) <= 1.2 * height,
                    Double(cores[index].left - mark.right) <= 0.5 * height,
                    Double(mark.left - cores[index].right) <= 0.5 * height
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

    /// Anew, with the rows that a mark may stand in.
    private mutating func index() {
        buckets = Array(repeating: [], count: buckets.count)
        for (index, line) in lines.enumerated() {
            let height = line.bandHeight
            for row in rows(line.bandTop - 0.6 * height, line.bandBottom + 0.35 * height) {
                buckets[row].append(index)
            }
        }
    }

    private func rows(_ top: Double, _ bottom: Double) -> ClosedRange<Int> {
        let first = min(max(0, Int(top) / Self.bucketHeight), buckets.count - 1)
        return first...min(max(first, Int(bottom) / Self.bucketHeight), buckets.count - 1)
    }
}
