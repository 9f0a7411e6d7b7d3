/// One label of a host, cut into the words that imitations add and the parts between them.
///
/// Positions count the label's bytes without its hyphens, and sets of positions are bits of a `UInt64`: a label has
/// at most 63 bytes.
struct LabelReading {
    let bytes: [UInt8]
    /// The positions of the label's start, end and hyphens, as bits.
    private let boundaries: UInt64
    /// Chains of words of at least `shortestGlued` letters, and of shorter words between hyphens.
    private let strict: LabelWords
    /// The same with shorter words too, where a hyphen or the label's end is on one side of them.
    private let loose: LabelWords

    /// A part of the label that may be the name of an organisation.
    struct Part {
        var range: Range<Int>
        /// Whether the part touches only hyphens, the label's ends and words of the strict chains.
        var isStrict: Bool
        /// Whether the rest of the label is added words, of the strict chains if `isStrict`.
        var standsAmongWords: Bool
        /// Whether a bait stands directly beside the part. If the rest of the label is added words, a bait anywhere in it
        /// counts.
        var hasBait: Bool
        /// Whether a bait stands between hyphens somewhere in the label.
        var labelHasBait: Bool
        /// Whether the part reaches from hyphen to hyphen, or to the label's ends.
        var isWhole: Bool
        var isAll: Bool
    }

    /// A word without a hyphen beside it needs at least this many letters: shorter words stand inside many other words.
    private static let shortestGlued = 4

    /// Returns nil if the label is empty or longer than DNS allows.
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
            // A single letter between hyphens counts as a filler: `m--paypal`, `4-paypal-u`.
            if isAfterBoundary, boundaries & (2 << UInt64(start)) != 0 { ends.fillers |= 2 << UInt64(start) }
            let digit = bytes[start] >= 0x30 && bytes[start] <= 0x39 ? UInt64(2) << UInt64(start) : 0
            let allowed = far | digit | (isAfterBoundary ? boundaries : 0)
            strictEnds[start] = ends.masked(allowed)
            looseEnds[start] = isAfterBoundary ? ends : ends.masked(allowed | boundaries)
        }
        strict = LabelWords(strictEnds, boundaries: boundaries)
        loose = LabelWords(looseEnds, boundaries: boundaries)
    }

    /// Whether the label consists of added words only.
    var isOnlyWords: Bool { strict.areAll }
    /// Whether the label consists of added words only, and one of them is a bait.
    var isBait: Bool { strict.areAllWithBait }
    /// The number of letters between the added words at both ends of the label.
    var coreLength: Int { strict.coreLength }

    /// Offers the label's parts to `take`, by their begin and then the longest first, and returns its first result.
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
