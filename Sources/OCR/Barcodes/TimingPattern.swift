/// The line of single modules, in turn dark and light, that connects a QR code's finder patterns.
enum TimingPattern {
    /// The number of samples for each module, enough to see a change in each of them wherever it begins.
    private static let samplesPerModule = 4.0
    /// The distance of the line from the patterns' middles, and the part of its length that lies within the patterns, in
    /// modules.
    private static let offset = 3.0
    private static let patternModules = 6.0
    /// The number of samples along a line: about 30 for the smallest code and 660 for the largest.
    private static let counts = 8...800

    /// How far the pixels between two patterns are from such a line, from 0 to 1.
    /// - Parameters:
    ///   - corner: the pattern that has both others beside it.
    ///   - other: the pattern that the line runs to.
    ///   - third: the pattern on whose side of the two middles the line runs.
    static func misfit(
        _ picture: UnsafeBufferPointer<UInt8>, width: Int, height: Int, from corner: FinderPattern,
        to other: FinderPattern, beside third: FinderPattern
    ) -> Double {
        let (length, side) = (corner.distance(to: other), corner.distance(to: third))
        guard length > 0, side > 0 else { return 1 }
        let (ux, uy) = ((other.x - corner.x) / length, (other.y - corner.y) / length)
        let (vx, vy) = ((third.x - corner.x) / side, (third.y - corner.y) / side)
        // A slanting square is wider along a row of pixels, where it was measured, than along its own side.
        let slant = max(abs(ux), abs(uy))
        let first = corner.module * slant
        let last = other.module * slant
        let module = (first + last) / 2
        let modules = length / module
        let start = (corner.x + offset * (ux + vx) * first, corner.y + offset * (uy + vy) * first)
        let end = (other.x + offset * (vx - ux) * last, other.y + offset * (vy - uy) * last)
        let count = Int((modules - patternModules) * samplesPerModule)
        guard counts.contains(count) else { return 1 }
        var values: [UInt8] = []
        values.reserveCapacity(count + 1)
        for index in 0...count {
            let part = Double(index) / Double(count)
            let x = Int(start.0 + (end.0 - start.0) * part)
            let y = Int(start.1 + (end.1 - start.1) * part)
            guard (0..<width).contains(x), (0..<height).contains(y) else { return 1 }
            values.append(picture[y * width + x])
        }
        let (low, high) = (values.min() ?? 0, values.max() ?? 0)
        guard high - low >= RowRuns.contrast else { return 1 }
        let middle = low / 2 + high / 2
        var changes = 0
        for index in values.indices.dropFirst() where (values[index] > middle) != (values[index - 1] > middle)
        {
            changes += 1
        }
        return min(1, abs(Double(changes) / (modules - patternModules) - 1))
    }
}
