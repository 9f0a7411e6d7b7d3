/// One label of a host, cut into the words that imitations add and what is left between them.
///
/// Positions are those of the label without its hyphens, one bit each, so that a label is read in time linear in its
/// length (at most 63) but for the pairs of positions where words end and begin.
struct LabelReading {
    /// The label without hyphens.
    let bytes: [UInt8]
    /// Where the label begins, ends or has a hyphen.
    private let boundaries: UInt64
    /// Words of four letters and more, and shorter ones between hyphens.
    private let strict: LabelWords
    /// Shorter ones too, where a hyphen or the label's end is on one side of them.
    private let loose: LabelWords

    /// A part of the label that may be a name.
    struct Part {
        var range: Range<Int>
        /// Whether it touches nothing but hyphens, the label's ends and long added words.
        var isStrict: Bool
        /// Whether all else is added words; long ones only, if `isStrict`.
        var standsAmongWords: Bool
        /// Whether the words beside it, or any words where it stands among words only, hold a bait.
        var hasBait: Bool
        /// Whether something between hyphens is a bait.
        var labelHasBait: Bool
        /// Whether it stands between hyphens or the label's ends.
        var isWhole: Bool
        var isAll: Bool
    }

    /// Words of fewer letters stand inside many others.
    private static let shortestGlued = 4

    /// Nil for labels that are empty or too long for DNS.
    init?(_ label: ArraySlice<UInt8>, words: HostWords) {
        var bytes: [UInt8] = []
        var boundaries: UInt64 = 1
        for byte in label {
            guard bytes.count < OrganisationLabels.longest else { return nil }
            if byte == UInt8(ascii: "-") {
                boundaries |= 1 << UInt64(bytes.count)
            } else {
                bytes.append(byte)
            }
        }
        guard !bytes.isEmpty else { return nil }
        boundaries |= 1 << UInt64(bytes.count)
        self.bytes = bytes
        self.boundaries = boundaries
        var strictEnds = [LabelWords.Ends](repeating: .init(), count: bytes.count)
        var looseEnds = strictEnds
        for start in bytes.indices {
            var ends = words.ends(in: bytes, from: start)
            if bytes[start] >= 0x30, bytes[start] <= 0x39 { ends.fillers |= 2 << UInt64(start) }
            let isAfterBoundary = boundaries & (1 << UInt64(start)) != 0
            let far = ~UInt64(0) << UInt64(min(start + Self.shortestGlued, 63))
            // `m--paypal`, `4-paypal-u`
            if isAfterBoundary, boundaries & (2 << UInt64(start)) != 0 { ends.fillers |= 2 << UInt64(start) }
            let digit = bytes[start] >= 0x30 && bytes[start] <= 0x39 ? UInt64(2) << UInt64(start) : 0
            let allowed = far | digit | (isAfterBoundary ? boundaries : 0)
            strictEnds[start] = ends.masked(allowed)
            looseEnds[start] = isAfterBoundary ? ends : ends.masked(allowed | boundaries)
        }
        strict = LabelWords(strictEnds, boundaries: boundaries)
        loose = LabelWords(looseEnds, boundaries: boundaries)
    }

    /// Whether it is made of nothing but added words.
    var isOnlyWords: Bool { strict.areAll }
    /// The same with a bait among them.
    var isBait: Bool { strict.areAllWithBait }
    /// How many letters are left between the added words at both ends.
    var coreLength: Int { strict.coreLength }

    /// What `take` makes of the first part that it makes something of; longer ones first for each begin.
    func first<Result>(_ take: (Part) -> Result?) -> Result? {
        var starts = loose.afterWords
        while starts != 0 {
            let start = starts.trailingZeroBitCount
            starts &= starts - 1
            var ends = loose.beforeWords & ~((2 << UInt64(start)) &- 1)
            while ends != 0 {
                let end = 63 - ends.leadingZeroBitCount
                ends &= ~(1 << UInt64(end))
                guard end - start >= OrganisationLabels.shortest else { break }
                if let result = take(part(start..<end)) { return result }
            }
        }
        return nil
    }

    private func part(_ range: Range<Int>) -> Part {
        let isStrict = strict.enclose(range)
        let words = isStrict ? strict : loose
        let standsAmongWords = words.areAll(around: range)
        let edges: UInt64 = 1 << UInt64(range.lowerBound) | 1 << UInt64(range.upperBound)
        return Part(
            range: range, isStrict: isStrict, standsAmongWords: standsAmongWords,
            hasBait: standsAmongWords ? words.haveBait(around: range) : words.touchBait(range),
            labelHasBait: strict.hasBaitBetween(boundaries), isWhole: boundaries & edges == edges,
            isAll: range == 0..<bytes.count)
    }
}
