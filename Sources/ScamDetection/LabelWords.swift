/// Chains of added words in a label of a host. A set of positions is a number whose bits are the positions.
struct LabelWords {
    /// The ends of the words that begin at one position, as bits.
    struct Ends {
        var baits: UInt64 = 0
        var fillers: UInt64 = 0

        var all: UInt64 { baits | fillers }
        func masked(_ mask: UInt64) -> Ends { Ends(baits: baits & mask, fillers: fillers & mask) }
    }

    private let ends: [Ends]
    /// Positions to which a chain of words leads from a boundary, and the boundaries themselves.
    private(set) var afterWords: UInt64
    /// Positions to which a chain of words leads from the label's begin.
    private var afterOnlyWords: UInt64 = 1
    private var afterBait: UInt64 = 0
    /// Positions from which a chain of words leads to a boundary, and the boundaries themselves.
    private(set) var beforeWords: UInt64
    private var beforeOnlyWords: UInt64
    private var beforeBait: UInt64 = 0

    init(_ ends: [Ends], boundaries: UInt64) {
        self.ends = ends
        afterWords = boundaries
        beforeWords = boundaries
        beforeOnlyWords = 1 << UInt64(ends.count)
        for start in ends.indices {
            let here: UInt64 = 1 << UInt64(start)
            if afterWords & here != 0 { afterWords |= ends[start].all }
            if afterOnlyWords & here != 0 {
                afterOnlyWords |= ends[start].all
                afterBait |= ends[start].baits
            }
            if afterBait & here != 0 { afterBait |= ends[start].all }
        }
        for start in ends.indices.reversed() {
            let here: UInt64 = 1 << UInt64(start)
            if ends[start].all & beforeWords != 0 { beforeWords |= here }
            if ends[start].all & beforeOnlyWords != 0 { beforeOnlyWords |= here }
            if ends[start].baits & beforeOnlyWords != 0 || ends[start].all & beforeBait != 0 {
                beforeBait |= here
            }
        }
    }

    private func isSet(_ position: Int, in bits: UInt64) -> Bool { bits & (1 << UInt64(position)) != 0 }

    var areAll: Bool { isSet(ends.count, in: afterOnlyWords) }
    var areAllWithBait: Bool { isSet(ends.count, in: afterBait) }

    var coreLength: Int {
        let start = 63 - (afterOnlyWords & ~(1 << UInt64(ends.count))).leadingZeroBitCount
        let end = (beforeOnlyWords & ~1).trailingZeroBitCount
        return max(0, min(end, ends.count) - start)
    }

    /// Whether words or boundaries stand on both sides of the range.
    func enclose(_ range: Range<Int>) -> Bool {
        isSet(range.lowerBound, in: afterWords) && isSet(range.upperBound, in: beforeWords)
    }

    func areAll(around range: Range<Int>) -> Bool {
        isSet(range.lowerBound, in: afterOnlyWords) && isSet(range.upperBound, in: beforeOnlyWords)
    }

    func haveBait(around range: Range<Int>) -> Bool {
        isSet(range.lowerBound, in: afterBait) || isSet(range.upperBound, in: beforeBait)
    }

    func hasBaitBetween(_ boundaries: UInt64) -> Bool {
        ends.indices.contains { isSet($0, in: boundaries) && ends[$0].baits & boundaries != 0 }
    }

    /// Whether the word right before or right after the range is a bait.
    func touchBait(_ range: Range<Int>) -> Bool {
        if range.upperBound < ends.count, ends[range.upperBound].baits & beforeWords != 0 { return true }
        return (max(0, range.lowerBound - HostWords.longestInside)..<range.lowerBound).contains {
            isSet($0, in: afterWords) && isSet(range.lowerBound, in: ends[$0].baits)
        }
    }
}
