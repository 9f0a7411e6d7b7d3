/// A message that came several times, or that somebody confirmed.
package struct Campaign: Sendable, Equatable {
    package var id: UInt64
    /// How often it came, with the first time.
    package var count: Int
    /// Seconds since 1970.
    package var first, last: Int
    /// The highest risk that it was judged as; nil where it only was confirmed.
    package var level: RiskLevel?
    /// Whether it was confirmed as a scam; nil where nobody says anything, or as many this as that.
    package var isScam: Bool?
    package var contacts: [ContactKind]
}

/// What a memory tells of all that it holds.
extension MemoryState {
    func campaigns(_ limit: Int, at time: Int, _ limits: MessageMemory.Limits) -> [Campaign] {
        var most: [Int] = []
        func sortOut() {
            most.sort { (entries[$1].seen, entries[$1].last) < (entries[$0].seen, entries[$0].last) }
            most.removeLast(max(0, most.count - limit))
        }
        for index in entries.indices
        where !entries[index].marks.contains(.forgotten)
            && (entries[index].seen > 1 || entries[index].marks.contains(.confirmed))
        {
            most.append(index)
            if most.count == 2 * limit { sortOut() }
        }
        sortOut()
        var kinds: [UInt32: Set<ContactKind>] = Dictionary(
            uniqueKeysWithValues: most.map { (UInt32($0), []) })
        contacts.forEachPair { hash, number in
            if kinds[number] != nil, let kind = ContactKind(of: hash) { kinds[number]?.insert(kind) }
        }
        return most.map { index in
            let (entry, opinion) = (entries[index], opinion(on: UInt32(index), at: time, limits))
            return Campaign(
                id: entry.id, count: Int(entry.seen) + (entry.marks.contains(.confirmed) ? 1 : 0),
                first: Int(entry.first), last: Int(entry.last),
                level: entry.marks.contains(.high) ? .high : entry.seen > 0 ? .medium : nil,
                isScam: opinion == .scam ? true : opinion == .genuine ? false : nil,
                contacts: (kinds[UInt32(index)] ?? []).sorted { $0.rawValue < $1.rawValue })
        }
    }

    func scams(_ limit: Int, at time: Int, _ limits: MessageMemory.Limits) -> [MemoryChange] {
        let scams = entries.indices.filter {
            opinion(on: UInt32($0), at: time, limits) == .scam
        }
        let latest = scams.sorted { entries[$0].last > entries[$1].last }.prefix(limit)
        let fingerprints = fingerprints
        return latest.map { index in
            MemoryChange(
                id: entries[index].id, fingerprint: fingerprints[index],
                what: .confirmed(MemoryVote(by: 0, at: Int(entries[index].first), isScam: true)))
        }
    }

    /// Put together again from what was kept by hash, one for each entry.
    private var fingerprints: [KeptFingerprint] {
        var fingerprints = entries.map {
            KeptFingerprint(
                sketch: [], pairCount: Int($0.pairs), contacts: [], isFromPicture: $0.marks.contains(.picture)
            )
        }
        pairs.forEachPair { fingerprints[Int($1)].sketch.append($0) }
        contacts.forEachPair { fingerprints[Int($1)].contacts.append($0) }
        for index in fingerprints.indices { fingerprints[index].sketch.sort() }
        return fingerprints
    }

    func all() -> [MemoryChange] {
        let fingerprints = fingerprints
        return entries.indices.filter { !entries[$0].marks.contains(.forgotten) }.flatMap { index in
            let entry = entries[index]
            let print = fingerprints[index]
            let votes = votes(UInt32(index)).map {
                MemoryChange(id: entry.id, fingerprint: print, what: .confirmed($0))
            }
            func seen(_ count: Int, at time: UInt32) -> MemoryChange {
                let times = MemorySightings(
                    count: count, last: Int(time), isHigh: count > 0 && entry.marks.contains(.high))
                return MemoryChange(id: entry.id, fingerprint: print, what: .seen(times))
            }
            // The first line tells the first time.
            return (votes.isEmpty || entry.seen > 0 ? [seen(0, at: entry.first)] : []) + votes
                + (entry.seen > 0 ? [seen(Int(entry.seen), at: entry.last)] : [])
        }
    }
}
