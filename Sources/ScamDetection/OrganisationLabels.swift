import TextAnalysis

/// The first labels of organisations' domains. They can be found exactly, by look, one slip away, and inside another
/// label.
///
/// Labels are compared without hyphens. The time of a look-up depends on the label's length, not on how many
/// organisations there are.
struct OrganisationLabels: Sendable {
    struct Label: Sendable {
        /// The label as it stands in the domain.
        let text: ArraySlice<UInt8>
        let joined: ArraySlice<UInt8>
        var organisation: Int
        /// Whether the label is also an everyday word.
        var isCommon: Bool
        /// Whether messages seldom claim to come from the organisation.
        var isSeldomImitated: Bool
        /// Whether the organisation is imitated more often than others.
        var isMajor: Bool

        var isWeak: Bool { isCommon || isSeldomImitated }
    }

    /// The smallest number of letters of a label. Labels of one or two letters may mean anything.
    static let shortest = 3
    /// A label with at least this many letters can be told from one that is a slip away.
    static let shortestFuzzy = 5
    /// A label with at least this many letters is recognised wherever it stands inside another one.
    static let shortestInside = 8
    /// The largest number of letters of a label (RFC 1035, section 2.3.4).
    static let longest = 63

    private var all: [Label] = []
    /// The numbers of the labels, by the hash of their text without hyphens.
    private var exact: HashIndex
    /// The numbers of the labels, by the hash of their skeleton.
    private var looks: HashIndex
    /// The numbers of the labels, by the hashes of their first and of their second half.
    private var halves: HashIndex
    /// The numbers of the labels, by their first `shortestInside` bytes.
    private var heads: HashIndex

    /// - Parameter capacity: the expected number of labels.
    init(capacity: Int) {
        exact = HashIndex(capacity: capacity)
        looks = HashIndex(capacity: capacity)
        halves = HashIndex(capacity: capacity * 2)
        heads = HashIndex(capacity: capacity)
        all.reserveCapacity(capacity)
    }

    func write(to writer: inout SnapshotWriter) {
        writer.numbers(all.map { UInt32($0.organisation) })
        writer.numbers(
            all.map { UInt8(($0.isCommon ? 1 : 0) | ($0.isSeldomImitated ? 2 : 0) | ($0.isMajor ? 4 : 0)) })
        writer.slices(all.map(\.text))
        writer.slices(all.map(\.joined))
        for index in [exact, looks, halves, heads] { index.write(to: &writer) }
    }

    /// - Parameter organisations: their number.
    init(from reader: inout SnapshotReader, organisations: Int) throws(SnapshotError) {
        let owners = try reader.numbers(UInt32.self)
        let flags = try reader.numbers(UInt8.self)
        let (texts, joined) = (try reader.slices(), try reader.slices())
        guard owners.allSatisfy({ $0 < organisations }), flags.count == owners.count,
            texts.count == owners.count, joined.count == owners.count,
            joined.allSatisfy({ (Self.shortest...Self.longest).contains($0.count) }),
            texts.allSatisfy({ $0.count >= Self.shortest })
        else { throw SnapshotError() }
        all.reserveCapacity(owners.count)
        for number in owners.indices {
            all.append(
                Label(
                    text: texts[number], joined: joined[number], organisation: Int(owners[number]),
                    isCommon: flags[number] & 1 != 0, isSeldomImitated: flags[number] & 2 != 0,
                    isMajor: flags[number] & 4 != 0))
        }
        exact = try HashIndex(from: &reader, below: all.count)
        looks = try HashIndex(from: &reader, below: all.count)
        halves = try HashIndex(from: &reader, below: all.count)
        heads = try HashIndex(from: &reader, below: all.count)
    }

    /// Adds a label. Of organisations with the same label the first stays, unless a later one is imitated more.
    mutating func add(
        _ text: ArraySlice<UInt8>, of entry: Organisations.Entry, at organisation: Int, isCommon: Bool
    ) {
        let hyphen = UInt8(ascii: "-")
        let joined = text.contains(hyphen) ? text.filter { $0 != hyphen }[...] : text
        guard joined.count >= Self.shortest, joined.count <= Self.longest else { return }
        let isSeldomImitated = !entry.kind.isOftenImitated
        let hash = ByteHash(joined).value
        if let known = exact.first(hash, where: { all[$0].text.elementsEqual(text) }) {
            if (all[known].isSeldomImitated && !isSeldomImitated) || (!all[known].isMajor && entry.isMajor) {
                all[known].organisation = organisation
                all[known].isSeldomImitated = isSeldomImitated
                all[known].isMajor = entry.isMajor
            }
            return
        }
        let index = all.count
        all.append(
            Label(
                text: text, joined: joined, organisation: organisation, isCommon: isCommon,
                isSeldomImitated: isSeldomImitated, isMajor: entry.isMajor))
        exact.insert(index, for: hash)
        looks.insert(index, for: ByteHash(HostSkeleton.folded(joined)).value)
        if joined.count >= Self.shortestFuzzy, !isCommon {
            let middle = joined.count / 2
            halves.insert(index, for: Self.half(joined.prefix(middle), of: joined.count, isFirst: true))
            halves.insert(index, for: Self.half(joined.dropFirst(middle), of: joined.count, isFirst: false))
        }
        if joined.count >= Self.shortestInside { heads.insert(index, for: Self.head(joined)) }
    }

    /// The hash of one half of a label that is `length` bytes long.
    private static func half(_ bytes: ArraySlice<UInt8>, of length: Int, isFirst: Bool) -> UInt64 {
        var hash = ByteHash(bytes)
        hash.append(UInt8(length))
        hash.append(isFirst ? 0 : 1)
        return hash.value
    }

    /// The first `shortestInside` bytes as one number.
    private static func head(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.prefix(shortestInside).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Whether some domain begins with exactly this label, hyphens included.
    func contains(_ text: ArraySlice<UInt8>) -> Bool {
        let hash = ByteHash(text.lazy.filter { $0 != UInt8(ascii: "-") }).value
        return exact.first(hash) { all[$0].text.elementsEqual(text) } != nil
    }

    /// Returns the label that equals `joined` if its hyphens are left out.
    func label(_ joined: ArraySlice<UInt8>) -> Label? {
        exact.first(ByteHash(joined).value) { all[$0].joined.elementsEqual(joined) }.map { all[$0] }
    }

    /// Returns a label with the same skeleton; nil if there is none.
    func label(looking skeleton: [UInt8]) -> Label? {
        looks.first(ByteHash(skeleton).value) { HostSkeleton.folded(all[$0].joined) == skeleton }
            .map { all[$0] }
    }

    /// A label at edit distance 1 from `joined`, swaps of neighbours included, for which `holds` is true.
    ///
    /// One edit leaves the first or the second half of a label as it was, except for a swap across the middle.
    func neighbour(of joined: ArraySlice<UInt8>, where holds: (Label) -> Bool) -> Label? {
        let count = joined.count
        guard count + 1 >= Self.shortestFuzzy, count < Self.longest else { return nil }
        func fits(_ index: Int) -> Bool { EditDistance.isOne(joined, all[index].joined) && holds(all[index]) }
        for length in (count - 1)...(count + 1) {
            let first = length / 2
            let begin = Self.half(joined.prefix(first), of: length, isFirst: true)
            let end = Self.half(joined.suffix(length - first), of: length, isFirst: false)
            if let found = halves.first(begin, where: fits) ?? halves.first(end, where: fits) {
                return all[found]
            }
        }
        var swapped = Array(joined)
        swapped.swapAt(count / 2 - 1, count / 2)
        guard swapped[...] != joined else { return nil }
        return exact.first(ByteHash(swapped).value) {
            all[$0].joined.elementsEqual(swapped) && !all[$0].isCommon && holds(all[$0])
        }
        .map { all[$0] }
    }

    /// A long label for which `holds` is true, standing somewhere inside another label, and not all of it.
    func label(inside label: [UInt8], where holds: (Label) -> Bool) -> Label? {
        guard label.count > Self.shortestInside else { return nil }
        for start in 0...(label.count - Self.shortestInside) {
            let found = heads.first(Self.head(label[start...])) {
                let joined = all[$0].joined
                return joined.count < label.count && label[start...].starts(with: joined) && holds(all[$0])
            }
            if let found { return all[found] }
        }
        return nil
    }
}
