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

/// The dark and light runs of a picture's row. The threshold follows the neighbourhood: it lies half-way between the darkest and
/// the lightest of some fifty pixels. Flat stretches belong to the run before them.
struct RowRuns {
    /// Columns at which runs begin, in ascending order, and the row's end.
    private(set) var edges: [Int32] = [0]
    /// Whether the first run is dark; dark and light runs take turns.
    private(set) var startsDark = false
    private var row: [UInt8] = []
    private var lows: [UInt8] = []
    private var highs: [UInt8] = []

    /// The number of pixels whose darkest and lightest are found together, which is as many as a vector holds.
    private static let block = 16
    /// The number of blocks on each side that count for the threshold.
    private static let reach = 1
    /// The smallest difference between ink and paper, in grey levels.
    static let contrast = 28
    /// The difference between ink and paper divided by the distance from the threshold at which a run ends, so that noise at an
    /// edge makes no runs.
    private static let contrastOverHysteresis = 16

    var count: Int { edges.count - 1 }

    func isDark(_ run: Int) -> Bool { (run & 1 == 0) == startsDark }

    /// The threshold at a column of the row that was scanned last, as a grey level.
    func threshold(at x: Int) -> UInt8 {
        let (low, high) = range(around: min(x / Self.block, lows.count - 1))
        return UInt8((Int(low) + Int(high)) / 2)
    }

    /// - Parameters:
    ///   - y: a row with a neighbour above and below.
    ///   - smooths: whether to scan the mean of the three rows, which halves the noise and loses no code that is worth finding.
    mutating func scan(_ picture: UnsafeBufferPointer<UInt8>, width: Int, y: Int, smooths: Bool = true) {
        precondition(y > 0 && (y + 2) * width <= picture.count)
        if row.count != width { row = [UInt8](repeating: 0, count: width) }
        row.withUnsafeMutableBufferPointer { row in
            let start = y * width
            guard smooths else {
                for x in 0..<width { row[x] = picture[start + x] }
                return
            }
            for x in 0..<width {
                let sum =
                    UInt16(picture[start - width + x]) + 2 * UInt16(picture[start + x])
                    + UInt16(picture[start + width + x])
                row[x] = UInt8(truncatingIfNeeded: sum >> 2)
            }
        }
        Self.measure(row, &lows, &highs)
        edges.removeAll(keepingCapacity: true)
        edges.append(0)
        var isDark = false
        var isFirst = true
        for block in lows.indices {
            let (low, high) = range(around: block)
            let spread = Int(high) - Int(low)
            guard spread >= Self.contrast else { continue }
            let middle = (Int(low) + Int(high)) / 2
            let slack = spread / Self.contrastOverHysteresis
            let (below, above) = (UInt8(middle - slack), UInt8(middle + slack))
            let start = block * Self.block
            if isFirst {
                isDark = Int(row[start]) < middle
                startsDark = isDark
                isFirst = false
            }
            for x in start..<min(start + Self.block, row.count)
            where isDark ? row[x] > above : row[x] < below {
                isDark.toggle()
                edges.append(Int32(truncatingIfNeeded: x))
            }
        }
        edges.append(Int32(truncatingIfNeeded: row.count))
    }

    private func range(around block: Int) -> (low: UInt8, high: UInt8) {
        var (low, high) = (UInt8.max, UInt8.min)
        for near in max(0, block - Self.reach)...min(lows.count - 1, block + Self.reach) {
            low = min(low, lows[near])
            high = max(high, highs[near])
        }
        return (low, high)
    }

    private static func measure(_ row: [UInt8], _ lows: inout [UInt8], _ highs: inout [UInt8]) {
        lows.removeAll(keepingCapacity: true)
        highs.removeAll(keepingCapacity: true)
        row.withUnsafeBytes { bytes in
            var start = 0
            while start + block <= bytes.count {
                let values = bytes.loadUnaligned(fromByteOffset: start, as: SIMD16<UInt8>.self)
                lows.append(least(values))
                highs.append(~least(~values))
                start += block
            }
            guard start < bytes.count else { return }
            lows.append(bytes[start...].min() ?? 0)
            highs.append(bytes[start...].max() ?? 0)
        }
    }

    @inline(__always)
    private static func least(_ values: SIMD16<UInt8>) -> UInt8 {
        var eight = values.lowHalf
        eight.replace(with: values.highHalf, where: values.highHalf .< eight)
        var four = eight.lowHalf
        four.replace(with: eight.highHalf, where: eight.highHalf .< four)
        return min(min(four[0], four[1]), min(four[2], four[3]))
    }
}
