/// Which entries have a hash. Sorted arrays take the fewest bytes; what is new waits in a small one until it is worth merging.
struct PostingIndex<Hash: FixedWidthInteger & UnsignedInteger & Sendable>: Sendable {
    private var new: [(hash: Hash, entry: UInt32)] = []
    private var recent = SortedPostings<Hash>()
    private var rest = SortedPostings<Hash>()

    /// How many pairs are looked through one by one, how many are merged often, and the part of the rest that these may reach.
    private static var mostNew: Int { 128 }
    private static var mostRecent: Int { 8_192 }
    private static var part: Int { 64 }
    /// A hash that more entries have than this tells none of them from the others, such as a greeting's words.
    private static var mostEntries: Int { 512 }

    /// Many pairs are best inserted before they are sorted in by `settle`.
    mutating func insert(_ hash: Hash, _ entry: UInt32) { new.append((hash, entry)) }

    mutating func settle() {
        if new.count >= Self.mostNew { sortIn() }
    }

    private mutating func sortIn() {
        recent.merge(new.sorted { $0.hash < $1.hash })
        new.removeAll(keepingCapacity: true)
        guard recent.hashes.count > max(Self.mostRecent, rest.hashes.count / Self.part) else { return }
        rest.merge(Array(zip(recent.hashes, recent.entries)))
        recent = SortedPostings()
    }

    /// Calls `body` with the entries that have the hash.
    func forEach(_ hash: Hash, _ body: (UInt32) -> Void) {
        for pair in new where pair.hash == hash { body(pair.entry) }
        for postings in [recent, rest] {
            for entry in postings[hash].prefix(Self.mostEntries) { body(entry) }
        }
    }

    /// Calls `body` with all pairs, for the hashes of each entry to be put together again.
    func forEachPair(_ body: (Hash, UInt32) -> Void) {
        for pair in new { body(pair.hash, pair.entry) }
        for postings in [recent, rest] {
            for place in postings.hashes.indices { body(postings.hashes[place], postings.entries[place]) }
        }
    }

    /// Removes entries, and gives the others new numbers.
    /// - Parameter number: nil for one that goes.
    mutating func renumber(_ number: (UInt32) -> UInt32?) {
        sortIn()
        recent.renumber(number)
        rest.renumber(number)
    }
}

/// Pairs by their hashes. The hashes are keyed and so spread evenly, which nearly tells a hash's place.
private struct SortedPostings<Hash: FixedWidthInteger & UnsignedInteger & Sendable>: Sendable {
    private(set) var hashes: [Hash] = []
    private(set) var entries: [UInt32] = []

    subscript(hash: Hash) -> ArraySlice<UInt32> {
        let first = firstPlace(of: hash)
        var end = first
        while end < hashes.count, hashes[end] == hash { end += 1 }
        return entries[first..<end]
    }

    /// The place of the first hash that isn't less: from the place where it would be in even steps, in growing steps to both sides of it.
    private func firstPlace(of hash: Hash) -> Int {
        guard let last = hashes.last, hash <= last else { return hashes.count }
        let guess = Int(Double(hash) / Double(Hash.max) * Double(hashes.count - 1))
        var (low, high) = (0, hashes.count - 1)
        var step = 64
        if hashes[guess] < hash {
            low = guess
            while low + step < high, hashes[low + step] < hash { (low, step) = (low + step, 2 * step) }
            high = min(high, low + step)
        } else {
            high = guess
            while high - step > low, hashes[high - step] >= hash { (high, step) = (high - step, 2 * step) }
            low = max(low, high - step)
        }
        while low < high {
            let middle = (low + high) / 2
            if hashes[middle] < hash { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Merges sorted pairs from the end, so that no second copy is needed.
    mutating func merge(_ pairs: [(Hash, UInt32)]) {
        var (old, place) = (hashes.count, hashes.count + pairs.count)
        // Growing by doubling would take twice the bytes for good.
        hashes.reserveCapacity(place)
        entries.reserveCapacity(place)
        hashes.append(contentsOf: repeatElement(0, count: pairs.count))
        entries.append(contentsOf: repeatElement(0, count: pairs.count))
        for pair in pairs.reversed() {
            while old > 0, hashes[old - 1] > pair.0 {
                (old, place) = (old - 1, place - 1)
                (hashes[place], entries[place]) = (hashes[old], entries[old])
            }
            place -= 1
            (hashes[place], entries[place]) = pair
        }
    }

    mutating func renumber(_ number: (UInt32) -> UInt32?) {
        var kept = 0
        for place in hashes.indices {
            guard let entry = number(entries[place]) else { continue }
            (hashes[kept], entries[kept]) = (hashes[place], entry)
            kept += 1
        }
        hashes.removeLast(hashes.count - kept)
        entries.removeLast(entries.count - kept)
    }
}
