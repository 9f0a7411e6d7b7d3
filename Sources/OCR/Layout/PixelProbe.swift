import Imaging
import TextAnalysis

/// The ground on which text stands, in grey levels from 0 to 255.
struct Ground: Equatable {
    /// The mean grey level of the ground's pixels.
    var level: Double
    /// The mean distance of the ground's pixels from `level`, in grey levels.
    var noise: Double
    /// The share of the sampled pixels that belong to the ground.
    var share = 1.0

    /// The ground of a white page. It is assumed if there are no pixels to look at.
    static let white = Ground(level: 255, noise: 0)
    /// A pixel doesn't belong to the ground if it differs from the ground by more than this multiple of the noise, within
    /// `tolerances` in grey levels. The palest bubbles of the common messengers differ from the page by 12.
    private static let noiseFactor = 3.0
    private static let tolerances = (least: 5.0, most: 24.0)

    /// A pixel that differs from the ground by more grey levels than this doesn't belong to it.
    var tolerance: Double {
        min(Self.tolerances.most, max(Self.tolerances.least, Self.noiseFactor * noise))
    }
}

/// Looks at a picture's pixels along lines of text. Each call looks at a few thousand pixels at most, whatever the picture's
/// size.
struct PixelProbe {
    let pixels: UnsafeBufferPointer<UInt8>
    let width: Int
    let height: Int

    /// The number of rows (or columns) that are looked at across the direction of a walk.
    private static let lanes = 11
    /// An edge is where at least this share of the lanes leaves the ground.
    private static let edgeShare = 0.75
    /// A pale surface differs from the ground by more than this many grey levels on average over a long stretch, though single
    /// pixels differ less: pale green bubbles differ from a beige page by 3.
    private static let paleStep = 1.8
    /// If more than one in this many lanes leaves the ground, the walk meets the ink of something that wasn't read.
    private static let lanesOverInk = 8
    /// The share of a difference in grey that a walk gets used to at each step, because bubbles may hold gradients.
    private static let drift = 0.05
    /// The largest number of steps of a walk. On larger pictures each step is longer.
    private static let maxSteps = 2_500
    /// A column belongs to a glyph if its pixels differ by this many grey levels.
    private static let glyphContrast = 40
    /// The largest length of a glyph, as a multiple of the reach.
    private static let glyphReach = 4
    /// The reach divided by the length of ground that must follow a glyph; at least `minCalm` columns must follow.
    private static let reachOverCalm = 3
    private static let minCalm = 2
    /// The reach divided by the number of a glyph's columns whose pixels differ.
    private static let reachOverMixed = 4
    /// About this many columns and rows of a box are sampled to find its ground.
    private static let groundSamples = (columns: 64, rows: 20)
    private static let levels = 256
    /// Levels up to `modeRadius` apart are counted together to find the most frequent one. Pixels up to `groundRadius` levels
    /// from it belong to the ground.
    private static let modeRadius = 2
    private static let groundRadius = 6

    func grey(_ x: Int, _ y: Int) -> Int { Int(pixels[y * width + x]) }

    /// Finds the most frequent grey inside a box. It is the ground's, because letters cover less of a box than their ground.
    func ground(of box: Box) -> Ground {
        let (left, top) = (max(0, box.x), max(0, box.y))
        let (right, bottom) = (min(width, box.x + box.width), min(height, box.y + box.height))
        guard left < right, top < bottom else { return .white }
        let stepX = max(1, (right - left) / Self.groundSamples.columns)
        let stepY = max(1, (bottom - top) / Self.groundSamples.rows)
        var histogram = [Int](repeating: 0, count: Self.levels)
        for y in stride(from: top, to: bottom, by: stepY) {
            for x in stride(from: left, to: right, by: stepX) { histogram[grey(x, y)] += 1 }
        }
        var (mode, most) = (0, -1)
        for level in Self.modeRadius..<Self.levels - Self.modeRadius {
            let count = histogram[(level - Self.modeRadius)...(level + Self.modeRadius)].reduce(0, +)
            if count > most { (mode, most) = (level, count) }
        }
        var (sum, count, spread) = (0, 0, 0.0)
        let around = max(0, mode - Self.groundRadius)...min(Self.levels - 1, mode + Self.groundRadius)
        for level in around {
            sum += level * histogram[level]
            count += histogram[level]
        }
        let level = Double(sum) / Double(max(1, count))
        for value in around { spread += abs(Double(value) - level) * Double(histogram[value]) }
        let all = histogram.reduce(0, +)
        return Ground(
            level: level, noise: spread / Double(max(1, count)), share: Double(count) / Double(max(1, all)))
    }

    /// Walks sideways from `start` along the rows `span` to the end of the ground.
    /// - Parameters:
    ///   - step: 1 for the right, -1 for the left.
    ///   - reach: number of columns over which a pale step must hold.
    ///   - obstacles: columns of other words in the row, nearest first; the walk jumps over them.
    /// - Returns: the first column that isn't ground; nil if the picture ends before.
    func edge(
        rows span: Range<Int>, from start: Int, step: Int, ground: Ground, reach: Int,
        obstacles: [Range<Int>] = []
    ) -> Int? {
        let lanes = Lanes(span: span.clamped(to: 0..<height), stride: width, step: 1, end: width)
        return walk(lanes, start, step, ground, reach, obstacles)
    }

    /// Walks upwards or downwards along the columns `span` to the end of the ground.
    /// - Parameters:
    ///   - step: 1 for down, -1 for up.
    ///   - limit: number of rows after which the walk ends.
    func edge(columns span: Range<Int>, from start: Int, step: Int, ground: Ground, limit: Int) -> Int? {
        let lanes = Lanes(span: span.clamped(to: 0..<width), stride: 1, step: width, end: height)
        return walk(lanes, start, step, ground, .max, [], limit: limit)
    }

    /// Whether nothing but ground lies between two rows.
    /// - Parameter rule: the largest thickness, in rows, of lines that may nevertheless lie there.
    func isClear(columns span: Range<Int>, rows: Range<Int>, ground: Ground, rule: Int = 0) -> Bool {
        var start = rows.lowerBound
        while start < rows.upperBound {
            let left = rows.upperBound - start
            guard let edge = edge(columns: span, from: start, step: 1, ground: ground, limit: left) else {
                return true
            }
            guard rule > 0 else { return false }
            var end = edge
            while end < rows.upperBound,
                self.edge(columns: span, from: end, step: 1, ground: ground, limit: 1) != nil
            {
                end += 1
            }
            guard end - edge <= rule else { return false }
            start = end
        }
        return true
    }

    /// Whether nothing but ground lies between two columns.
    func isClear(rows span: Range<Int>, columns: Range<Int>, ground: Ground) -> Bool {
        guard !columns.isEmpty else { return true }
        let edge = edge(rows: span, from: columns.lowerBound, step: 1, ground: ground, reach: .max)
        return edge.map { $0 >= columns.upperBound } ?? true
    }

    /// Parallel lines of pixels to walk along.
    private struct Lanes {
        var span: Range<Int>
        /// The distance from one lane to the next, in pixels of the buffer.
        var stride: Int
        /// The distance from one position on a lane to the next, in pixels of the buffer.
        var step: Int
        /// The number of positions on each lane.
        var end: Int

        /// The distance from one lane that is looked at to the next, in lanes.
        var skip: Int { max(1, span.count / PixelProbe.lanes) }
        var count: Int { (span.count + skip - 1) / skip }
    }

    private func walk(
        _ lanes: Lanes, _ start: Int, _ step: Int, _ ground: Ground, _ reach: Int, _ obstacles: [Range<Int>],
        limit: Int = .max
    ) -> Int? {
        guard !lanes.span.isEmpty, start >= 0, start < lanes.end else { return nil }
        let (skip, count) = (lanes.skip, lanes.count)
        let enough = Int((Self.edgeShare * Double(count)).rounded(.up))
        let tolerance = Int(ground.tolerance)
        let pace = max(1, lanes.end / Self.maxSteps)
        var level = ground.level
        var (pale, paleFrom) = (0, start)
        var position = start
        var rest = obstacles[...]
        while position >= 0, position < lanes.end, abs(position - start) < limit {
            while let next = rest.first, step > 0 ? next.upperBound <= position : next.lowerBound > position {
                rest.removeFirst()
            }
            if let next = rest.first, next.contains(position) {
                position = step > 0 ? next.upperBound : next.lowerBound - 1
                continue
            }
            var (sum, away) = (0, 0)
            let rounded = Int(level.rounded())
            var offset = lanes.span.lowerBound * lanes.stride + position * lanes.step
            for _ in 0..<count {
                let value = Int(pixels[offset])
                sum += value
                if abs(value - rounded) > tolerance { away += 1 }
                offset += skip * lanes.stride
            }
            if away >= enough {
                guard let next = pastGlyph(lanes, position, step, rounded, tolerance, reach) else {
                    return position
                }
                position = next
                continue
            }
            let mean = Double(sum) / Double(count)
            if reach == .max {
                level += (mean - level) * Self.drift
            } else if away * Self.lanesOverInk > count {
                // The ink of something unread is no ground to get used to, and no pale surface either.
                pale = 0
            } else if abs(mean - level) > Self.paleStep {
                if pale == 0 { paleFrom = position }
                pale += pace
                if pale >= reach { return paleFrom }
            } else {
                pale = 0
                level += (mean - level) * Self.drift
            }
            position += step * pace
        }
        return nil
    }

    /// Looks behind a position at which the ground ends. If a glyph that wasn't read begins there, such as an emoji, and not an
    /// edge, then the same ground follows soon, and unlike a gap between two surfaces a glyph isn't uniform.
    /// - Returns: the position at which the ground goes on; nil if no glyph begins there.
    private func pastGlyph(
        _ lanes: Lanes, _ start: Int, _ step: Int, _ level: Int, _ tolerance: Int, _ reach: Int
    ) -> Int? {
        guard reach < Int.max else { return nil }
        let (skip, count) = (lanes.skip, lanes.count)
        var (mixed, calm) = (0, 0)
        for distance in 0..<Self.glyphReach * reach {
            let position = start + distance * step
            guard position >= 0, position < lanes.end else { return nil }
            var (away, least, most) = (0, Self.levels - 1, 0)
            var offset = lanes.span.lowerBound * lanes.stride + position * lanes.step
            for _ in 0..<count {
                let value = Int(pixels[offset])
                if abs(value - level) > tolerance { away += 1 }
                least = min(least, value)
                most = max(most, value)
                offset += skip * lanes.stride
            }
            if most - least > Self.glyphContrast { mixed += 1 }
            calm = away == 0 ? calm + 1 : 0
            if calm > max(Self.minCalm, reach / Self.reachOverCalm) {
                return mixed * Self.reachOverMixed > reach ? position : nil
            }
        }
        return nil
    }
}
