import TextAnalysis

/// The meanings of single words in host names and organisations' names, read from `host_words.tsv`.
package struct HostWords: Sendable {
    package struct Roles: OptionSet, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// A word that names nobody, although some organisation may own the domain: `mail`, `bank`.
        package static let generic = Roles(rawValue: 1)
        /// An everyday word, first name or place that is an organisation's name too: `apple`, `chase`.
        package static let common = Roles(rawValue: 2)
        /// A word that imitations add to a name: `login`, `redelivery`.
        package static let bait = Roles(rawValue: 4)
        /// A word that anybody may add to a name: `online`, `my`, `uk`.
        package static let filler = Roles(rawValue: 8)
    }

    private static let names: [String: Roles] = [
        "generic": .generic, "common": .common, "bait": .bait, "filler": .filler,
    ]
    /// The number of letters of the longest word that is looked for inside a label: `authentication`.
    static let longestInside = 14

    private var rolesOfWord: [ArraySlice<UInt8>: Roles] = [:]
    /// The first two bytes of all baits and fillers. No word begins at most places of a label, and this set tells so
    /// at once.
    private var beginnings: Set<UInt16> = []

    init(_ file: TSVFile) throws(RuleError) {
        rolesOfWord.reserveCapacity(file.rows.count)
        for row in file.rows {
            var roles: Roles = []
            for name in row.fields[1].alternatives {
                guard let role = Self.names[name.text] else { throw file.malformed(row) }
                roles.insert(role)
            }
            let word = row.fields[0]
            guard add(word, roles) else { throw file.malformed(row) }
        }
    }

    /// - Returns: false for a word that was added before, or that has no letters or no roles.
    private mutating func add(_ word: ArraySlice<UInt8>, _ roles: Roles) -> Bool {
        guard !word.isEmpty, !roles.isEmpty, rolesOfWord.updateValue(roles, forKey: word) == nil else {
            return false
        }
        if let second = word.dropFirst().first, !roles.isDisjoint(with: [.bait, .filler]) {
            beginnings.insert(Self.beginning(word[word.startIndex], second))
        }
        return true
    }

    func write(to writer: inout SnapshotWriter) {
        let words = rolesOfWord.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        writer.numbers(words.map(\.value.rawValue))
        writer.slices(words.map(\.key))
    }

    init(from reader: inout SnapshotReader) throws(SnapshotError) {
        let roles = try reader.numbers(UInt8.self)
        let words = try reader.slices()
        guard roles.count == words.count else { throw SnapshotError() }
        rolesOfWord.reserveCapacity(roles.count)
        for (word, roles) in zip(words, roles) {
            guard add(word, Roles(rawValue: roles)) else { throw SnapshotError() }
        }
    }

    private static func beginning(_ first: UInt8, _ second: UInt8) -> UInt16 {
        UInt16(first) << 8 | UInt16(second)
    }

    package func roles(of word: String) -> Roles { roles(of: Array(word.utf8)[...]) }

    func roles(of word: ArraySlice<UInt8>) -> Roles { rolesOfWord[word, default: []] }

    /// The ends of the baits and fillers that begin at `start`, as bits.
    func ends(in bytes: [UInt8], from start: Int) -> LabelWords.Ends {
        var ends = LabelWords.Ends()
        guard start + 1 < bytes.count,
            beginnings.contains(Self.beginning(bytes[start], bytes[start + 1]))
        else { return ends }
        for end in (start + 2)...min(bytes.count, start + Self.longestInside) {
            let roles = roles(of: bytes[start..<end])
            if roles.contains(.bait) { ends.baits |= 1 << UInt64(end) }
            if roles.contains(.filler) { ends.fillers |= 1 << UInt64(end) }
        }
        return ends
    }
}

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
