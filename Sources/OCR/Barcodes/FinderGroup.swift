/// Finder patterns that may be the corners of one QR code.
struct FinderGroup {
    var members: [Int]
    /// The box around the code, without the quiet zone, in pixels.
    var left: Double
    var top: Double
    var right: Double
    var bottom: Double
    /// The length of a module's side, in pixels.
    var module: Double
    /// Whether the code is light on dark ground.
    var isLight: Bool
    /// How far the patterns are from the proportions of a code. A smaller value is more likely a code.
    var misfit: Double

    /// The largest number of patterns that are grouped. Those seen on most rows come first. It bounds the time for pictures
    /// made of patterns.
    private static let maxMembers = 160
    /// The distance between the middles of two patterns, in modules: 14 for version 1 and 170 for version 40, and somewhat more
    /// or less for slanted codes.
    private static let distances = 10.0...200.0
    /// The largest number of groups whose timing patterns are looked at (the likeliest first), and the largest number of groups
    /// that are returned.
    private static let maxCandidates = 1_000
    private static let maxGroups = 64
    /// The largest misfit of both timing patterns together. The largest possible value is 2.
    private static let maxTimingMisfit = 1.2
    /// The largest cosine of the angle at the corner, which allows 70 to 110 degrees.
    private static let maxCosine = 0.35
    /// The largest ratio of the longer side to the shorter one. Slanted codes have sides of different lengths.
    private static let maxSideRatio = 1.5
    /// At least this many of a group's patterns must be strong.
    private static let minStrong = 2
    /// How much the angle, the sides and the distance count in the misfit. Three corners of three codes look like one large
    /// code, so distance counts a little; data that only looks like a pattern makes crooked corners.
    private static let angleWeight = 2.0
    private static let sidesWeight = 2.0
    private static let modulesOverMisfit = 200.0

    /// Returns the groups with the proportions of a code, the likeliest first.
    static func groups(
        of patterns: [FinderPattern], on picture: UnsafeBufferPointer<UInt8>, width: Int, height: Int
    ) -> [FinderGroup] {
        let numbers = patterns.indices.sorted { patterns[$0].hits > patterns[$1].hits }.prefix(maxMembers)
        var groups: [FinderGroup] = []
        for corner in numbers {
            let near = numbers.filter { other in
                other != corner && patterns[other].isLight == patterns[corner].isLight
                    && patterns[other].isSameSize(as: patterns[corner])
                    && distances.contains(
                        patterns[corner].distance(to: patterns[other])
                            / max(patterns[corner].module, patterns[other].module))
            }
            for (index, first) in near.enumerated() {
                for second in near[(index + 1)...] {
                    if let group = FinderGroup(patterns, corner: corner, first, second) {
                        groups.append(group)
                    }
                }
            }
        }
        groups = Array(groups.sorted { $0.misfit < $1.misfit }.prefix(maxCandidates))
        var isPlausible = [Bool](repeating: true, count: groups.count)
        for index in groups.indices {
            var misfit = 0.0
            let members = groups[index].members.map { patterns[$0] }
            for (other, third) in [(1, 2), (2, 1)] {
                misfit += TimingPattern.misfit(
                    picture, width: width, height: height, from: members[0], to: members[other],
                    beside: members[third])
            }
            groups[index].misfit += misfit
            isPlausible[index] = misfit <= maxTimingMisfit
        }
        groups = zip(groups, isPlausible).filter { $1 }.map(\.0)
        return Array(groups.sorted { $0.misfit < $1.misfit }.prefix(maxGroups))
    }

    private init?(_ patterns: [FinderPattern], corner: Int, _ first: Int, _ second: Int) {
        let (a, b, c) = (patterns[corner], patterns[first], patterns[second])
        let (ab, ac) = (a.distance(to: b), a.distance(to: c))
        let cosine = abs((b.x - a.x) * (c.x - a.x) + (b.y - a.y) * (c.y - a.y)) / (ab * ac)
        let ratio = max(ab, ac) / min(ab, ac)
        let strong = [a, b, c].count(where: \.isStrong)
        guard cosine <= Self.maxCosine, ratio <= Self.maxSideRatio, b.isSameSize(as: c),
            strong >= Self.minStrong
        else { return nil }
        let xs = [a.x, b.x, c.x, b.x + c.x - a.x]
        let ys = [a.y, b.y, c.y, b.y + c.y - a.y]
        module = (a.module + b.module + c.module) / 3
        // The corners of a turned pattern reach further than its sides.
        let reach = FinderPattern.radius * max(a.module, b.module, c.module)
        members = [corner, first, second]
        isLight = a.isLight
        left = (xs.min() ?? 0) - reach
        right = (xs.max() ?? 0) + reach
        top = (ys.min() ?? 0) - reach
        bottom = (ys.max() ?? 0) + reach
        let sizes = max(a.module, b.module, c.module) / min(a.module, b.module, c.module)
        misfit =
            Self.angleWeight * cosine + Self.sidesWeight * (ratio - 1) + (sizes - 1)
            + Double(members.count - strong) / 2 + (ab + ac) / module / Self.modulesOverMisfit
    }

    /// The box around two patterns that holds the third, wherever it may be.
    init?(pair first: Int, _ second: Int, of patterns: [FinderPattern]) {
        let (a, b) = (patterns[first], patterns[second])
        let distance = a.distance(to: b)
        module = (a.module + b.module) / 2
        guard a.isLight == b.isLight, a.isSameSize(as: b), Self.distances.contains(distance / module) else {
            return nil
        }
        members = [first, second]
        isLight = a.isLight
        let reach = distance + FinderPattern.radius * module
        left = min(a.x, b.x) - reach
        right = max(a.x, b.x) + reach
        top = min(a.y, b.y) - reach
        bottom = max(a.y, b.y) + reach
        misfit = distance / module
    }
}

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
