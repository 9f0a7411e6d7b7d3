/// The first labels of organisations' domains. They can be found exactly, by look, one slip away, and inside another
/// label.
///
/// Labels are compared without hyphens. The time of a look-up depends on the label's length, not on how many
/// organisations there are.
struct OrganisationLabels: Sendable {
    struct Label: Sendable {
        /// The label as it stands in the domain.
        let text: ArraySlice<UInt8>
        /// The text without its hyphens.
        let joined: ArraySlice<UInt8>
        var organisation: Int
        /// Whether it is an everyday word.
        var isCommon: Bool
        /// Whether messages seldom claim to come from the organisation.
        var isSeldomImitated: Bool
        /// Whether imitations prefer the organisation.
        var isMajor: Bool

        var isWeak: Bool { isCommon || isSeldomImitated }
    }

    /// One half of a label of the given length.
    private struct Half: Hashable {
        var bytes: ArraySlice<UInt8>
        var length: Int
        var isFirst: Bool
    }

    /// Fewest letters of a label: those of one or two letters are anything.
    static let shortest = 3
    /// Fewest letters of a label that can be told from one that is a slip away.
    static let shortestFuzzy = 5
    /// Fewest letters of a label that is telling wherever it stands inside another one.
    static let shortestInside = 8
    /// Most letters of a label (RFC 1035, 2.3.4).
    static let longest = 63

    private var all: [Label] = []
    /// Numbers of labels by their texts without hyphens.
    private var exact: [ArraySlice<UInt8>: [Int]] = [:]
    /// Numbers of labels by their skeletons.
    private var looks: [ArraySlice<UInt8>: Int] = [:]
    /// Numbers of labels by their first and by their second halves.
    private var halves: [Half: [Int]] = [:]
    /// Numbers of labels by their first `shortestInside` bytes.
    private var heads: [ArraySlice<UInt8>: [Int]] = [:]

    /// - Parameter capacity: how many labels are expected.
    init(capacity: Int) {
        all.reserveCapacity(capacity)
        exact.reserveCapacity(capacity)
        looks.reserveCapacity(capacity)
        halves.reserveCapacity(capacity * 2)
        heads.reserveCapacity(capacity)
    }

    /// Adds a label. Of organisations with the same label the first stays, unless a later one is imitated more.
    mutating func add(
        _ text: ArraySlice<UInt8>, of entry: Organisations.Entry, at organisation: Int, isCommon: Bool
    ) {
        let hyphen = UInt8(ascii: "-")
        let joined = text.contains(hyphen) ? text.filter { $0 != hyphen }[...] : text
        guard joined.count >= Self.shortest, joined.count <= Self.longest else { return }
        let isSeldomImitated = !entry.kind.isOftenImitated
        if let known = exact[joined]?.first(where: { all[$0].text == text }) {
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
        exact[joined, default: []].append(index)
        let skeleton = HostSkeleton.folded(joined)[...]
        if looks[skeleton] == nil { looks[skeleton] = index }
        if joined.count >= Self.shortestFuzzy, !isCommon {
            let (count, middle) = (joined.count, joined.count / 2)
            halves[Half(bytes: joined.prefix(middle), length: count, isFirst: true), default: []].append(
                index)
            halves[Half(bytes: joined.dropFirst(middle), length: count, isFirst: false), default: []]
                .append(index)
        }
        if joined.count >= Self.shortestInside {
            heads[joined.prefix(Self.shortestInside), default: []].append(index)
        }
    }

    /// Whether some domain begins with just this label, hyphens included.
    func contains(_ text: ArraySlice<UInt8>) -> Bool {
        exact[text.filter { $0 != UInt8(ascii: "-") }[...]]?.contains { all[$0].text == text } ?? false
    }

    /// The label that is `joined` when its hyphens are left out.
    func label(_ joined: ArraySlice<UInt8>) -> Label? { exact[joined]?.first.map { all[$0] } }

    /// A label with the same skeleton.
    func label(looking skeleton: [UInt8]) -> Label? { looks[skeleton[...]].map { all[$0] } }

    /// A label at edit distance 1 from `joined`, swaps of neighbours included, for which `holds` is true.
    ///
    /// One edit leaves the first or the second half of a label as it was, except for a swap across the middle.
    func neighbour(of joined: ArraySlice<UInt8>, where holds: (Label) -> Bool) -> Label? {
        let count = joined.count
        guard count + 1 >= Self.shortestFuzzy, count < Self.longest else { return nil }
        for length in (count - 1)...(count + 1) {
            let first = length / 2
            let candidates = [
                Half(bytes: joined.prefix(first), length: length, isFirst: true),
                Half(bytes: joined.suffix(length - first), length: length, isFirst: false),
            ]
            for half in candidates {
                let found = halves[half]?.first {
                    EditDistance.isOne(joined, all[$0].joined) && holds(all[$0])
                }
                if let found { return all[found] }
            }
        }
        var swapped = Array(joined)
        swapped.swapAt(count / 2 - 1, count / 2)
        guard swapped[...] != joined else { return nil }
        return exact[swapped[...]]?.first { !all[$0].isCommon && holds(all[$0]) }.map { all[$0] }
    }

    /// A long label for which `holds` is true, standing somewhere inside another label, and not all of it.
    func label(inside label: [UInt8], where holds: (Label) -> Bool) -> Label? {
        guard label.count > Self.shortestInside else { return nil }
        for start in 0...(label.count - Self.shortestInside) {
            let found = heads[label[start..<(start + Self.shortestInside)]]?.first {
                let joined = all[$0].joined
                return joined.count < label.count && label[start...].starts(with: joined) && holds(all[$0])
            }
            if let found { return all[found] }
        }
        return nil
    }
}
