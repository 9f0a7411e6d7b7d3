/// Groups connected components into lines of text, wherever they stand on the screen.
struct LineFinder {
    /// The heights of components that may be letters, in pixels of an ink map, on which letters are some twelve pixels high.
    static let minLetter = 5
    private static let maxLetter = 110
    /// A component may be a word whose letters touch if it is at most `maxLetterAspect` times as wide as its height plus
    /// `flatness` pixels. Wider components are rules.
    private static let maxLetterAspect = 12
    private static let flatness = 2
    /// A component may be a whole word if it is at least this high, in pixels of an ink map. Flatter ones are dashes and bars.
    private static let minWordHeight = 7
    /// A component that stands alone may be a whole word if it is more than this many times as wide as high.
    private static let minWordAspect = 2

    /// The largest gap between letters or words of one line, as a multiple of the lower one's height. It is wider than any
    /// space between words.
    private static let maxGap = 1.6
    /// The largest gap after the first component of a line, which is an icon or an avatar more often than a letter.
    private static let firstGap = 1.0
    /// The factor by which both gaps may be larger on a picture whose letters are spaced out.
    private static let wideReach = 4.0
    /// Fewer wide gaps don't show that; nor do fewer letters that stand alone.
    private static let minWideGaps = 20
    /// The rows of a keyboard have fewer keys than this.
    private static let longerThanKeys = 12
    /// A component and a line stand side by side if they share at least this part of the lower one's rows.
    private static let minOverlap = 0.5
    /// The height of a letter divided by the mean height in its line. A full stop isn't taken for a letter, nor are two lines
    /// that touch.
    private static let letterHeights = 0.4...1.8
    /// What each pixel of gap takes off from a line's overlap with a letter, which is at most 1. It only decides between lines
    /// that overlap equally.
    private static let gapPenalty = 0.001
    /// Letters of two lines that touch are one component. It is less than this many times as high as one of the lines.
    private static let maxBridge = 6.0
    /// The largest gap between a line and such a component, as a multiple of the line's height.
    private static let bridgeGap = 0.8

    /// A line of at most this many components may be the frame around another line.
    private static let maxFrameParts = 2
    /// A frame is dropped, and fragments are joined, only if the lines in question have at least this many letters.
    private static let minTextLetters = 3

    /// The gap between fragments of one line, as a multiple of the letters' height. It may be slightly negative, because their
    /// bounds may overlap.
    private static let fragmentGaps = -0.2...2.2
    /// The largest difference between the bases of such fragments, and half the largest difference of their heights, as
    /// multiples of the letters' height.
    private static let fragmentTolerance = 0.15

    /// Lines over each other are one if they share this part of the lower one's rows. Those side by side are one if they are no further apart
    /// than this multiple of the higher one's height, and their edges no more than this share of it.
    private static let (rowOverlap, rowGap, rowTolerance) = (0.6, 1.3, 0.3)
    /// What is more than this many times as high as a line of text is what stands around it: the edges of a table's cell.
    private static let maxCell = 2.0

    /// The largest distance from base to base of a paragraph's lines, as a multiple of the letters' height.
    private static let lineDistance = 2.6
    /// The largest difference between the heights of a paragraph's lines, as a multiple of the letters' height.
    private static let lineTolerance = 0.35
    /// A line whose first letters weren't found may begin this far right of its paragraph's edge, as a multiple of the letters'
    /// height.
    private static let maxIndent = 2.0

    /// The largest width of a mark (a dot, an accent or a dash), in pixels of an ink map.
    private static let maxMarkWidth = 24
    /// The largest height and the largest width of a mark, as multiples of the letters' height.
    private static let maxMarkHeight = 0.6
    private static let maxMarkAspect = 1.2
    /// How far above a line (accents) and below it (commas) its marks may stand, as multiples of the letters' height.
    private static let markAscent = 0.6
    private static let markDescent = 0.35
    /// How far left or right of a line its marks may stand, as a multiple of the letters' height.
    private static let markGap = 0.5

    /// The largest numbers of lines and of components of a picture. No screen has as many; they bound the time.
    private static let maxLines = 2_000
    private static let maxComponents = 100_000
    /// The number of rows of an ink map for each bucket, so that letters lie in two or three buckets. Only speed depends on it.
    private static let bucketHeight = 8

    private var lines: [TextLine] = []
    /// The factor of the largest gaps between letters.
    private var reach = 1.0
    /// The lines' bounds before any mark is added, so that one mark doesn't bring in another beside it.
    private var cores: [Bounds] = []
    /// The indices of the lines that cover some of a bucket's rows, for each bucket.
    private var buckets: [[Int]]

    /// - Parameter height: the height of the ink map, in pixels.
    static func lines(of components: [Bounds], height: Int) -> [TextLine] {
        guard components.count <= maxComponents else { return [] }
        var finder = LineFinder(components, height: height)
        if let spaced = finder.spacedOut(components, height: height) { finder = spaced }
        let alone = finder.lines.filter(isAlone)
        finder.lines.removeAll(where: isAlone)
        if finder.lines.count > maxLines { return [] }
        finder.dropFrames()
        finder.joinFragments()
        finder.joinRows()
        finder.alignParagraphs()
        finder.index()
        finder.lines += alone.filter(finder.endsParagraph)
        finder.index()
        finder.cores = finder.lines.map(\.bounds)
        for mark in components where mark.height < minLetter && mark.width <= maxMarkWidth {
            finder.attach(mark)
        }
        for mark in alone { finder.attach(mark.bounds) }
        if finder.reach > 1 { for index in finder.lines.indices { finder.lines[index].findSpacing() } }
        return finder.lines
    }

    /// Whether a component has the size of a letter, or of a word whose letters touch.
    static func mayBeLetter(_ component: Bounds) -> Bool {
        (minLetter...maxLetter).contains(component.height)
            && component.width <= maxLetterAspect * (component.height + flatness)
    }

    /// Whether a line is one component that is not a whole word. A single letter is nearly always an icon or a quotation mark,
    /// and a flat component is a dash or a bar.
    private static func isAlone(_ line: TextLine) -> Bool {
        line.letters.count == 1
            && (line.bounds.width <= minWordAspect * line.bounds.height || line.bounds.height < minWordHeight)
    }

    /// Whether components are letters that are spaced out.
    static func areSpacedOut(_ components: [Bounds], height: Int) -> Bool {
        components.count <= maxComponents
            && LineFinder(components, height: height).spacedOut(components, height: height) != nil
    }

    /// The lines of letters that are spaced out; nil where hardly any are. Where they stand very far apart, each begins a line of its own,
    /// and longer lines than a keyboard has keys tell them from keys.
    private func spacedOut(_ components: [Bounds], height: Int) -> LineFinder? {
        let areFar = areSpacedOut
        guard areFar || lines.count(where: { $0.letters.count == 1 }) >= Self.minWideGaps else { return nil }
        let wide = LineFinder(components, height: height, reach: Self.wideReach)
        guard !areFar else { return wide }
        let long = wide.lines.filter { $0.letters.count >= Self.longerThanKeys }
        return Self.areSpacedOut(long) ? wide : nil
    }

    /// Whether nearly all letters of the lines stand far from the one before.
    private var areSpacedOut: Bool { Self.areSpacedOut(lines) }

    private static func areSpacedOut(_ lines: [TextLine]) -> Bool {
        let far = lines.reduce(0) { $0 + $1.wideGaps }
        return far >= minWideGaps && far * 4 > lines.reduce(0) { $0 + $1.letters.count - 1 } * 3
    }

    /// Joins components to lines.
    private init(_ components: [Bounds], height: Int, reach: Double = 1) {
        buckets = Array(repeating: [], count: height / Self.bucketHeight + 2)
        self.reach = reach
        let letters = components.filter(Self.mayBeLetter).sorted { ($0.left, $0.top) < ($1.left, $1.top) }
        for letter in letters { place(letter) }
    }

    /// Adds a letter to the line beside which it stands, or begins a new line with it.
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
                guard Self.letterHeights.contains(ratio), gap <= reach * maxGap * min(band, height) else {
                    continue
                }
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

    /// Drops lines that are frames around lines of letters: the edge of a bubble or a button, or an ellipse drawn around a
    /// link.
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

    /// Joins fragments of one size that stand on one base: a letter or two between them weren't found.
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

    /// Joins lines that stand in the same rows and over each other or side by side. Chinese characters are several shapes of any height, of
    /// which each may have begun a line.
    private mutating func joinRows() {
        index()
        var joined = Set<Int>()
        for first in lines.indices where !joined.contains(first) {
            var isGrowing = true
            while isGrowing {
                isGrowing = false
                let line = lines[first]
                for other in Set(
                    rows(Double(line.bounds.top), Double(line.bounds.bottom)).flatMap { buckets[$0] })
                where other != first && !joined.contains(other) && Self.areInOneRow(line, lines[other]) {
                    lines[first].merge(lines[other])
                    joined.insert(other)
                    isGrowing = true
                }
            }
        }
        lines = lines.indices.filter { !joined.contains($0) }.map { lines[$0] }
    }

    private static func areInOneRow(_ line: TextLine, _ next: TextLine) -> Bool {
        let (one, other) = (line.bounds, next.bounds)
        let shared = min(one.bottom, other.bottom) - max(one.top, other.top)
        let (higher, lower) = (max(one.height, other.height), min(one.height, other.height))
        let isLine = (one.height < other.height ? line : next).letters.count >= minTextLetters
        guard !isLine || Double(higher) <= maxCell * Double(lower) else { return false }
        let gap = max(one.left, other.left) - min(one.right, other.right)
        guard Double(shared) >= rowOverlap * Double(lower) else { return false }
        if gap < 0 { return true }
        let tolerance = rowTolerance * Double(higher)
        return Double(gap) <= rowGap * Double(higher) && Double(abs(one.top - other.top)) <= tolerance
            && Double(abs(one.bottom - other.bottom)) <= tolerance
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

    /// Extends lines to the left edge of their paragraph if their first letters weren't found.
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

    /// Whether a component that stands alone begins the line after a line of text, and has the size of its letters. It may be
    /// what is left of a link, such as `.fr` with letters that touch.
    private func endsParagraph(_ alone: TextLine) -> Bool {
        rows(alone.bandTop - Self.lineDistance * alone.bandHeight, alone.bandTop).contains { row in
            buckets[row].contains { index in
                let (line, height) = (lines[index], lines[index].bandHeight)
                return line.letters.count >= Self.minTextLetters
                    && Self.letterHeights.contains(alone.bandHeight / height)
                    && abs(Double(alone.bounds.left - line.bounds.left)) <= height
                    && (height...Self.lineDistance * height).contains(alone.bandBottom - line.bandBottom)
            }
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

    /// Fills the buckets again. A line now covers the rows in which its marks may stand, too.
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
