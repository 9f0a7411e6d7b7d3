/// The first labels of organisations' domains, to be found exactly, by look, one slip away, or inside another label.
///
/// Labels are compared without hyphens. A look-up costs time by the label's length, however many organisations
/// there are.
struct OrganisationLabels: Sendable {
    struct Label: Sendable {
        /// As in the domain; places in `bytes`.
        fileprivate var text: Range<Int>
        /// Without hyphens.
        fileprivate var joined: Range<Int>
        fileprivate var skeleton: Range<Int>
        var organisation: Int
        /// An everyday word.
        var isCommon: Bool
        /// The name of somebody whom messages seldom claim to come from.
        var isSeldomImitated: Bool
        /// The name of somebody whom imitations prefer.
        var isMajor: Bool

        var isWeak: Bool { isCommon || isSeldomImitated }
    }

    /// Labels of one or two letters are anything.
    static let shortest = 3
    /// From here on a label can be told from one that is a slip away.
    static let shortestFuzzy = 5
    /// From here on a label is telling wherever it stands inside another one.
    static let shortestInside = 8
    static let longest = 63

    private(set) var all: [Label] = []
    private var bytes: [UInt8] = []
    private var exact: HashIndex
    private var looks: HashIndex
    /// First and second halves, each salted with the label's length.
    private var halves: HashIndex
    /// The first `shortestInside` bytes of the labels of at least that length.
    private var heads: HashIndex

    init(capacity: Int) {
        exact = HashIndex(capacity: capacity)
        looks = HashIndex(capacity: capacity)
        halves = HashIndex(capacity: capacity * 2)
        heads = HashIndex(capacity: capacity)
        all.reserveCapacity(capacity)
        bytes.reserveCapacity(capacity * 16)
    }

    func text(_ label: Label) -> ArraySlice<UInt8> { bytes[label.text] }
    func joined(_ label: Label) -> ArraySlice<UInt8> { bytes[label.joined] }

    /// Of organisations with the same label the first stays, but one that messages claim to come from wins.
    mutating func add(
        _ text: ArraySlice<UInt8>, of entry: Organisations.Entry, at organisation: Int, isCommon: Bool
    ) {
        let hyphen = UInt8(ascii: "-")
        let joined = text.contains(hyphen) ? text.filter { $0 != hyphen }[...] : text
        guard joined.count >= Self.shortest, joined.count <= Self.longest else { return }
        let isSeldomImitated = !entry.kind.isOftenImitated
        let hash = ByteHash(joined).value
        if let known = exact.first(hash, where: { self.text(all[$0]).elementsEqual(text) }) {
            if (all[known].isSeldomImitated && !isSeldomImitated) || (!all[known].isMajor && entry.isMajor) {
                all[known].organisation = organisation
                all[known].isSeldomImitated = isSeldomImitated
                all[known].isMajor = entry.isMajor
            }
            return
        }
        let skeleton = HostSkeleton.folded(joined)
        let index = all.count
        let place = append(text)
        let joinedPlace = joined.count == text.count ? place : append(joined)
        all.append(
            Label(
                text: place, joined: joinedPlace,
                skeleton: skeleton.elementsEqual(joined) ? joinedPlace : append(skeleton),
                organisation: organisation,
                isCommon: isCommon, isSeldomImitated: isSeldomImitated, isMajor: entry.isMajor))
        exact.insert(index, for: hash)
        looks.insert(index, for: ByteHash(skeleton).value)
        if joined.count >= Self.shortestFuzzy, !isCommon {
            let middle = joined.count / 2
            halves.insert(index, for: Self.half(joined.prefix(middle), of: joined.count, isFirst: true))
            halves.insert(index, for: Self.half(joined.dropFirst(middle), of: joined.count, isFirst: false))
        }
        if joined.count >= Self.shortestInside { heads.insert(index, for: Self.head(joined)) }
    }

    private mutating func append(_ text: some Collection<UInt8>) -> Range<Int> {
        bytes.append(contentsOf: text)
        return (bytes.count - text.count)..<bytes.count
    }

    private static func half(_ bytes: ArraySlice<UInt8>, of length: Int, isFirst: Bool) -> UInt64 {
        var hash = ByteHash(bytes)
        hash.append(UInt8(length))
        hash.append(isFirst ? 0 : 1)
        return hash.value
    }

    private static func head(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.prefix(shortestInside).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Whether some domain begins with just this label.
    func contains(_ text: ArraySlice<UInt8>) -> Bool {
        let hash = ByteHash(text.lazy.filter { $0 != UInt8(ascii: "-") }).value
        return exact.first(hash) { self.text(all[$0]).elementsEqual(text) } != nil
    }

    /// The label that is `joined` without its hyphens.
    func label(_ joined: ArraySlice<UInt8>, hash: UInt64) -> Int? {
        exact.first(hash) { self.joined(all[$0]).elementsEqual(joined) }
    }

    /// A label that looks the same.
    func label(looking skeleton: [UInt8]) -> Int? {
        looks.first(ByteHash(skeleton).value) { bytes[all[$0].skeleton].elementsEqual(skeleton) }
    }

    /// A label that `holds`, at edit distance 1 from `joined`, swaps of neighbours included.
    ///
    /// One edit leaves the first or the second half of the label as it was, but for a swap across the middle.
    func neighbour(of joined: ArraySlice<UInt8>, where holds: (Label) -> Bool) -> Int? {
        let count = joined.count
        guard count + 1 >= Self.shortestFuzzy, count < Self.longest else { return nil }
        func fits(_ index: Int) -> Bool {
            EditDistance.isOne(joined, self.joined(all[index])) && holds(all[index])
        }
        for length in (count - 1)...(count + 1) {
            let first = length / 2
            let second = length - first
            if let found = halves.first(
                Self.half(joined.prefix(first), of: length, isFirst: true), where: fits)
                ?? halves.first(Self.half(joined.suffix(second), of: length, isFirst: false), where: fits)
            {
                return found
            }
        }
        var swapped = Array(joined)
        swapped.swapAt(count / 2 - 1, count / 2)
        guard swapped[...] != joined else { return nil }
        return exact.first(ByteHash(swapped).value) {
            self.joined(all[$0]).elementsEqual(swapped) && !all[$0].isCommon && holds(all[$0])
        }
    }

    /// A long label that `holds`, standing somewhere inside another, and not all of it.
    func label(inside label: [UInt8], where holds: (Label) -> Bool) -> Int? {
        guard label.count > Self.shortestInside else { return nil }
        for start in 0...(label.count - Self.shortestInside) {
            let found = heads.first(Self.head(label[start...])) {
                let joined = joined(all[$0])
                return joined.count < label.count && label[start...].starts(with: joined) && holds(all[$0])
            }
            if let found { return found }
        }
        return nil
    }
}
