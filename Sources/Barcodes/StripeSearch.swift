/// Looks for barcodes: stretches of many narrow runs whose edges stand at the same places some rows further down. Text has
/// such stretches too, but they don't last.
struct StripeSearch {
    /// Where stripes were found, in pixels; the ends are excluded.
    struct Region {
        var left: Int
        var right: Int
        var top: Int
        var bottom: Int
    }

    /// Rows between two looks.
    static let rowStep = 12
    /// EAN-8 has 43 runs, four letters of Code 128 have 37.
    private static let minRuns = 27
    private static let maxRun = 64
    private static let minHeight = 24
    private static let maxRegions = 32

    private struct Stretch {
        var edges: [Int32]
        /// Nil until another row agrees.
        var region: Int?
        var y: Int
    }

    private(set) var regions: [Region] = []
    private var previous: [Stretch] = []

    /// Regions high enough to be barcodes.
    var candidates: [Region] { regions.filter { $0.bottom - $0.top >= Self.minHeight } }

    mutating func take(_ runs: borrowing RowRuns, y: Int) {
        var stretches = Self.stretches(runs, y: y)
        for index in stretches.indices {
            guard let before = previous.first(where: { Self.agree($0.edges, stretches[index].edges) }),
                let first = stretches[index].edges.first, let last = stretches[index].edges.last
            else { continue }
            let number = before.region ?? regions.count
            if before.region == nil {
                guard regions.count < Self.maxRegions else { continue }
                regions.append(Region(left: Int(first), right: Int(last), top: before.y, bottom: y))
            }
            regions[number].left = min(regions[number].left, Int(first))
            regions[number].right = max(regions[number].right, Int(last))
            regions[number].bottom = y + 1
            stretches[index].region = number
        }
        previous = stretches
    }

    private static func stretches(_ runs: borrowing RowRuns, y: Int) -> [Stretch] {
        let edges = runs.edges
        var stretches: [Stretch] = []
        var start = 1
        for edge in 1..<max(1, edges.count) where edges.count > minRuns {
            let isLast = edge + 1 >= edges.count || Int(edges[edge + 1] - edges[edge]) > maxRun
            guard isLast else { continue }
            if edge - start >= minRuns {
                stretches.append(Stretch(edges: Array(edges[start...edge]), region: nil, y: y))
            }
            start = edge + 1
        }
        return stretches
    }

    /// Whether six in seven edges of the shorter stand beside an edge of the longer.
    private static func agree(_ one: [Int32], _ other: [Int32]) -> Bool {
        let (short, long) = one.count < other.count ? (one, other) : (other, one)
        var (index, matches) = (0, 0)
        for edge in short {
            while index < long.count, long[index] < edge - 1 { index += 1 }
            if index < long.count, long[index] <= edge + 1 { matches += 1 }
        }
        return matches * 7 >= short.count * 6
    }
}
