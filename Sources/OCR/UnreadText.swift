import TextAnalysis

import struct TextAnalysis.Box

/// Shapes that stand together as letters do, on lines of any slope or on none, where nothing was read.
struct UnreadText {
    /// The places of groups of such shapes, and how many each has.
    private(set) var groups: [(bounds: Bounds, letters: Int)] = []

    /// A letter has at least this many others near it, which are at most so much higher or lower, and no further away than this share of
    /// the higher one's height. Chosen on the development pictures, so that few drawings and icons are taken for letters.
    private static let (fewestNear, sizes, distance) = (2, 1.7, 2.0 / 3)
    /// Wider shapes are rules, edges and words whose letters touch.
    private static let maxAspect = 3
    /// Fewer letters are an icon or a drawing.
    private static let fewestLetters = 5
    /// More shapes than this aren't compared with each other, which would take long: text may be hidden among them.
    private static let mostShapes = 5_000

    /// - Parameter shapes: what is left of an ink map beside the lines that were read.
    init(_ shapes: [Bounds]) {
        let shapes = shapes.filter { LineFinder.mayBeLetter($0) && $0.width <= Self.maxAspect * $0.height }
            .sorted { $0.left < $1.left }
        guard shapes.count <= Self.mostShapes else {
            groups = [(shapes.dropFirst().reduce(shapes[0]) { $0.union($1) }, shapes.count)]
            return
        }
        let reach = shapes.map(\.height).max() ?? 0
        var near = [[Int]](repeating: [], count: shapes.count)
        for (index, shape) in shapes.enumerated() {
            for other in shapes.indices[(index + 1)...] {
                if shapes[other].left > shape.right + reach { break }
                if Self.areNear(shape, shapes[other]) {
                    near[index].append(other)
                    near[other].append(index)
                }
            }
        }
        var seen = near.map { $0.count < Self.fewestNear }
        for start in shapes.indices where !seen[start] {
            seen[start] = true
            var group = [start]
            var next = 0
            while next < group.count {
                for other in near[group[next]] where !seen[other] {
                    seen[other] = true
                    group.append(other)
                }
                next += 1
            }
            guard group.count >= Self.fewestLetters else { continue }
            let bounds = group.dropFirst().reduce(shapes[start]) { $0.union(shapes[$1]) }
            groups.append((bounds, group.count))
        }
    }

    private static func areNear(_ one: Bounds, _ other: Bounds) -> Bool {
        let (higher, lower) = (max(one.height, other.height), min(one.height, other.height))
        guard Double(higher) <= sizes * Double(lower) else { return false }
        let aside = max(one.left, other.left) - min(one.right, other.right)
        let above = max(one.top, other.top) - min(one.bottom, other.bottom)
        return Double(max(aside, above)) <= distance * Double(higher)
    }
}

extension DetectedLines {
    /// What looks like text and lies in none of the places where something was read, in pixels of the bitmap.
    func unread(beside places: [Box]) -> [Transcript.UnreadLine] {
        switch ink {
        case .some(let ink):
            UnreadText(ink.components(beside: places)).groups.map {
                Transcript.UnreadLine(box: box(of: $0.bounds), letters: $0.letters)
            }
        case .none: []
        }
    }
}
