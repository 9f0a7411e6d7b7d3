/// Three finder patterns that may be the corners of one QR code.
struct FinderGroup {
    /// Numbers of its patterns.
    var members: [Int]
    /// What it covers, in pixels, without a quiet zone.
    var left: Double
    var top: Double
    var right: Double
    var bottom: Double
    var module: Double
    var isLight: Bool
    /// Smaller is likelier.
    var misfit: Double

    /// Of patterns that are looked at together; the rest of a picture that is made of patterns is left out.
    private static let maxMembers = 160
    /// Middle to middle, in modules: version 1 has 14, version 40 has 170; slanted ones somewhat more or less.
    private static let distances = 10.0...200.0
    private static let maxGroups = 64

    /// Of which the timing patterns are looked at.
    private static let maxCandidates = 1_000
    /// Of both timing patterns together: 2 is the most there is.
    private static let maxTimingMisfit = 1.2

    /// Groups whose proportions are a code's, the likeliest first.
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
        guard cosine <= 0.35, ratio <= 1.5, b.isSameSize(as: c), strong >= 2 else { return nil }
        let xs = [a.x, b.x, c.x, b.x + c.x - a.x]
        let ys = [a.y, b.y, c.y, b.y + c.y - a.y]
        module = (a.module + b.module + c.module) / 3
        // A turned pattern's corners reach further than its sides.
        let reach = FinderPattern.radius * max(a.module, b.module, c.module)
        members = [corner, first, second]
        isLight = a.isLight
        left = (xs.min() ?? 0) - reach
        right = (xs.max() ?? 0) + reach
        top = (ys.min() ?? 0) - reach
        bottom = (ys.max() ?? 0) + reach
        let sizes = max(a.module, b.module, c.module) / min(a.module, b.module, c.module)
        // Three corners of three codes look like one large code, so distance counts a little; what only looks like a
        // pattern, in a code's data, was seen on few rows and makes crooked corners.
        misfit =
            2 * cosine + 2 * (ratio - 1) + (sizes - 1) + Double(3 - strong) / 2 + (ab + ac) / module / 200
    }

    /// Around two patterns whose third wasn't found, wherever it may be.
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

    func holds(_ pattern: FinderPattern) -> Bool {
        pattern.x >= left && pattern.x <= right && pattern.y >= top && pattern.y <= bottom
    }
}
