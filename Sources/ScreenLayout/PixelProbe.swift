import Imaging
import TextAnalysis

/// The grey that text stands on.
struct Ground: Equatable {
    /// Mean grey, 0…255.
    var level: Double
    /// Mean distance of the ground's own pixels from it.
    var noise: Double
    /// Share of the looked-at pixels that are ground.
    var share = 1.0

    /// Grey levels from which a pixel doesn't belong to this ground. The palest bubbles of the common messengers differ
    /// from the page by 12.
    var tolerance: Double { min(24, max(5, 3 * noise)) }
}

/// Looks at a picture's pixels along lines of text. Each question looks at a few thousand pixels at most, whatever
/// the picture's size.
struct PixelProbe {
    let pixels: UnsafeBufferPointer<UInt8>
    let width: Int
    let height: Int

    /// Rows (or columns) looked at across the direction of walking.
    private static let lanes = 11
    /// A strip holds an edge where this share of the lanes leaves the ground.
    private static let edgeShare = 0.75
    /// Grey levels by which a long stretch differs on average, where single pixels don't: pale green bubbles on a
    /// beige page differ by 3.
    private static let paleStep = 1.8
    /// Samples of a box for its ground, along either side.
    private static let groundSamples = (columns: 64, rows: 20)

    func grey(_ x: Int, _ y: Int) -> Int { Int(pixels[y * width + x]) }

    /// The most frequent grey inside a box: letters cover less of it than what they stand on.
    func ground(of box: Box) -> Ground {
        let (left, top) = (max(0, box.x), max(0, box.y))
        let (right, bottom) = (min(width, box.x + box.width), min(height, box.y + box.height))
        guard left < right, top < bottom else { return Ground(level: 255, noise: 0) }
        let stepX = max(1, (right - left) / Self.groundSamples.columns)
        let stepY = max(1, (bottom - top) / Self.groundSamples.rows)
        var histogram = [Int](repeating: 0, count: 256)
        for y in stride(from: top, to: bottom, by: stepY) {
            for x in stride(from: left, to: right, by: stepX) { histogram[grey(x, y)] += 1 }
        }
        var (mode, most) = (0, -1)
        for level in 2..<254 {
            let count = histogram[(level - 2)...(level + 2)].reduce(0, +)
            if count > most { (mode, most) = (level, count) }
        }
        var (sum, count, spread) = (0, 0, 0.0)
        let around = max(0, mode - 6)...min(255, mode + 6)
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

    /// Walks sideways from `start` until what stands at the rows `span` is no longer the ground.
    /// - Parameters:
    ///   - reach: columns over which a pale step must hold.
    ///   - obstacles: columns to jump over, nearest first: other words of the row.
    /// - Returns: the first column that isn't ground; nil where the picture ends before.
    func edge(
        rows span: Range<Int>, from start: Int, step: Int, ground: Ground, reach: Int,
        obstacles: [Range<Int>] = []
    ) -> Int? {
        let lanes = Lanes(span: span.clamped(to: 0..<height), stride: width, step: 1, end: width)
        return walk(lanes, start, step, ground, reach, obstacles)
    }

    /// The same upwards and downwards.
    /// - Parameter limit: rows after which to give up.
    func edge(columns span: Range<Int>, from start: Int, step: Int, ground: Ground, limit: Int) -> Int? {
        let lanes = Lanes(span: span.clamped(to: 0..<width), stride: 1, step: width, end: height)
        return walk(lanes, start, step, ground, .max, [], limit: limit)
    }

    /// Whether nothing but ground lies between two rows.
    /// - Parameter rule: how thick a line may lie there after all.
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
        /// Pixels from lane to lane, and from position to position on a lane.
        var stride: Int
        var step: Int
        /// Positions on a lane.
        var end: Int
    }

    private func walk(
        _ lanes: Lanes, _ start: Int, _ step: Int, _ ground: Ground, _ reach: Int, _ obstacles: [Range<Int>],
        limit: Int = .max
    ) -> Int? {
        guard !lanes.span.isEmpty, start >= 0, start < lanes.end else { return nil }
        let skip = max(1, lanes.span.count / Self.lanes)
        let count = (lanes.span.count + skip - 1) / skip
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
            let usual = Int(level.rounded())
            var offset = lanes.span.lowerBound * lanes.stride + position * lanes.step
            for _ in 0..<count {
                let value = Int(pixels[offset])
                sum += value
                if abs(value - usual) > tolerance { away += 1 }
                offset += skip * lanes.stride
            }
            if away >= enough {
                guard let next = pastGlyph(lanes, position, step, usual, tolerance, reach) else {
                    return position
                }
                position = next
                continue
            }
            let mean = Double(sum) / Double(count)
            if reach == .max {
                level += (mean - level) * Self.drift
            } else if away * 8 > count {
                // Ink of something unread: no ground to get used to, and no pale surface either.
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

    /// Whether what begins at `position` is a sign that nobody read, such as an emoji, rather than an edge: the same
    /// ground follows soon, and unlike a gap between two surfaces it isn't uniform.
    /// - Returns: where the ground goes on.
    private func pastGlyph(
        _ lanes: Lanes, _ start: Int, _ step: Int, _ level: Int, _ tolerance: Int, _ reach: Int
    ) -> Int? {
        guard reach < Int.max else { return nil }
        let skip = max(1, lanes.span.count / Self.lanes)
        let count = (lanes.span.count + skip - 1) / skip
        var (mixed, calm) = (0, 0)
        for distance in 0..<4 * reach {
            let position = start + distance * step
            guard position >= 0, position < lanes.end else { return nil }
            var (away, least, most) = (0, 255, 0)
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
            if calm > max(2, reach / 3) {
                return mixed * 4 > reach ? position : nil
            }
        }
        return nil
    }

    /// Greys of one column of a glyph differ by this.
    private static let glyphContrast = 40

    /// Steps in which a picture is walked through at most; larger ones with longer steps.
    private static let maxSteps = 2_500

    /// How quickly a walk gets used to a slow change: bubbles may hold gradients.
    private static let drift = 0.05
}
