import Imaging

/// Cuts pictures that are too tall for one go, where as little as possible is cut with them.
enum StripCutter {
    /// The row where the strip that begins at `top` ends: the middle of the widest gap without edges in its lower
    /// quarter, or where there is none, the quietest place there.
    static func cut(_ bitmap: borrowing Bitmap, from top: Int, height: Int) -> Int {
        // A rest that is hardly longer than a strip isn't worth a cut.
        guard bitmap.height > top + height * 5 / 4 else { return bitmap.height }
        let first = top + height * 3 / 4
        let edges = bitmap.withPixels { pixels in
            (first..<top + height).map { edgeCount(pixels, row: $0, width: bitmap.width) }
        }
        let quietest = edges.min() ?? 0
        var (best, run) = (0..<0, 0)
        for index in 0...edges.count {
            if index < edges.count, edges[index] == quietest {
                run += 1
            } else {
                if run > best.count { best = index - run..<index }
                run = 0
            }
        }
        return first + (best.lowerBound + best.upperBound) / 2
    }

    /// How often the grey value jumps along a row.
    private static func edgeCount(_ pixels: UnsafeBufferPointer<UInt8>, row: Int, width: Int) -> Int {
        var count = 0
        var previous = pixels[row * width]
        for x in stride(from: 2, to: width, by: 2) {
            let value = pixels[row * width + x]
            if max(value, previous) - min(value, previous) > 24 { count += 1 }
            previous = value
        }
        return count
    }
}
