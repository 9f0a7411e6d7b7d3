/// Searches for barcodes: stretches of many narrow runs whose edges stand at the same columns some rows further down. Text has
/// such stretches too, but only over a few rows.
struct StripeSearch {
    /// A place with stripes, in pixels; `right` and `bottom` lie one beyond it.
    struct Region {
        var left: Int
        var right: Int
        var top: Int
        var bottom: Int
    }

    /// The number of rows from one scanned row to the next. A barcode is at least twice as high.
    static let rowStep = 12
    /// A barcode has at least this many runs: EAN-8 has 43, and four letters of Code 128 have 37.
    private static let minRuns = 27
    /// The length of the longest run of a barcode, in pixels. Longer runs are the space around it.
    private static let maxRun = 64
    private static let minHeight = 24
    /// The largest number of places. It bounds the time for pictures that are made of stripes.
    private static let maxRegions = 32
    /// At least 6/7 of a row's edges must stand beside an edge of the row above.
    private static let agreement = (times: 6, over: 7)

    private struct Stretch {
        var edges: [Int32]
        /// The index of the region; nil until another row confirms it.
        var region: Int?
        var y: Int
    }

    private(set) var regions: [Region] = []
    private var previous: [Stretch] = []

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

    /// Whether most edges of the shorter stretch stand within a pixel of an edge of the longer one.
    private static func agree(_ one: [Int32], _ other: [Int32]) -> Bool {
        let (short, long) = one.count < other.count ? (one, other) : (other, one)
        var (index, matches) = (0, 0)
        for edge in short {
            while index < long.count, long[index] < edge - 1 { index += 1 }
            if index < long.count, long[index] <= edge + 1 { matches += 1 }
        }
        return matches * agreement.over >= short.count * agreement.times
    }
}
