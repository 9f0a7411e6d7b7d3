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
