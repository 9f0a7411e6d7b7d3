/// What a memory holds, for one thread at a time.
struct MemoryState {
    /// 32 bytes, as there may be a million.
    struct Entry {
        let id: UInt64
        /// Seconds since 1970.
        var first, last: UInt32
        /// How often it came since.
        var seen: UInt32 = 0
        /// What was said of it first, without which an entry only counts. Further words are in `more`.
        var by: UInt32 = 0
        var at: UInt32 = 0
        let pairs: UInt16
        let sketch: UInt8
        var marks: Marks
    }

    struct Marks: OptionSet {
        let rawValue: UInt8
        static let confirmed = Marks(rawValue: 1)
        static let scam = Marks(rawValue: 2)
        static let picture = Marks(rawValue: 4)
        static let forgotten = Marks(rawValue: 8)
        static let high = Marks(rawValue: 16)
    }

    struct Match {
        let entry: UInt32
        /// The share of the entry's pairs that the message has, from 0 to 1.
        let likeness: Double
        /// Whether the message has hardly any other pairs.
        let isWhole: Bool
    }

    /// What is said of an entry: `split` where as many say this as that, `none` where nobody says anything now.
    enum Opinion { case scam, genuine, split, none }

    private(set) var entries: [Entry] = []
    private var numbers = PostingIndex<UInt64>()
    private(set) var pairs = PostingIndex<UInt32>()
    private(set) var contacts = PostingIndex<UInt64>()
    private var more: [UInt32: [MemoryVote]] = [:]
    private var confirmedCount = 0
    private var forgottenCount = 0
    /// When what is past its time was last looked for, and seconds until the next time.
    private var swept = 0
    private static let sweepPause = 3_600

    /// A message is known from these shares of an entry's pairs on, and with so many of them at least. What was read from a picture has
    /// wrong letters, so that less of it comes again. Beside 2,000 confirmed scams, 5 of 13,654 genuine messages reach them.
    static let leastLikeness = 0.25
    private static let leastOfText = 0.4
    private static let (leastPairs, leastPairsOfText) = (3, 5)
    /// Of a shorter message every pair must come again, and hardly any other.
    private static let shortPairs = 5
    private static let wholeShare = 0.75

    var count: Int { entries.count - forgottenCount }

    // MARK: Finding

    func matches(_ fingerprint: Fingerprint) -> [Match] {
        var hits: [UInt32: Int] = [:]
        for pair in fingerprint.pairs { pairs.forEach(pair) { hits[$0, default: 0] += 1 } }
        return hits.compactMap { number, count in
            let entry = entries[Int(number)]
            guard !entry.marks.contains(.forgotten) else { return nil }
            let likeness = Double(count) / Double(entry.sketch)
            let isWhole = Double(entry.pairs) >= Self.wholeShare * Double(fingerprint.pairs.count)
            if entry.sketch < Self.shortPairs {
                guard count == Int(entry.sketch), isWhole else { return nil }
            } else {
                let isRead = entry.marks.contains(.picture) || fingerprint.isFromPicture
                guard count >= (isRead ? Self.leastPairs : Self.leastPairsOfText),
                    likeness >= (isRead ? Self.leastLikeness : Self.leastOfText)
                else { return nil }
            }
            return Match(entry: number, likeness: likeness, isWhole: isWhole)
        }
    }

    /// Whether an entry has all of a message's contacts.
    func holdAll(of fingerprint: Fingerprint, _ entry: UInt32) -> Bool {
        fingerprint.contacts.allSatisfy { contact in
            var isHeld = false
            contacts.forEach(contact) { if $0 == entry { isHeld = true } }
            return isHeld
        }
    }

    /// The contacts of a message that a genuine message has.
    func genuineContacts(
        of fingerprint: Fingerprint, at time: Int, _ limits: MessageMemory.Limits
    ) -> Set<UInt64> {
        Set(
            fingerprint.contacts.filter { contact in
                var isGenuine = false
                contacts.forEach(contact) { number in
                    isGenuine = isGenuine || opinion(on: number, at: time, limits) == .genuine
                }
                return isGenuine
            })
    }

    /// A confirmed scam that has one of a message's contacts, which no genuine message has.
    func owner(
        of fingerprint: Fingerprint, except genuine: Set<UInt64>, at time: Int, _ limits: MessageMemory.Limits
    ) -> UInt32? {
        // A mail address may be that of who got the message.
        for contact in fingerprint.contacts
        where ContactKind(of: contact) != .email && !genuine.contains(contact) {
            var scam: UInt32?
            contacts.forEach(contact) { if opinion(on: $0, at: time, limits) == .scam { scam = $0 } }
            if let scam { return scam }
        }
        return nil
    }

    func opinion(on number: UInt32, at time: Int, _ limits: MessageMemory.Limits) -> Opinion {
        let entry = entries[Int(number)]
        guard entry.marks.contains(.confirmed) else { return .none }
        let all = votes(number)
        let lifetime = Set(all.map(\.by)).count > 1 ? limits.agreed : limits.lone
        let valid = all.filter { time - $0.at < lifetime }
        let sum = valid.reduce(0) { $0 + ($1.isScam ? 1 : -1) }
        return valid.isEmpty ? .none : sum > 0 ? .scam : sum < 0 ? .genuine : .split
    }

    func holdsWord(on id: UInt64, of teacher: UInt32) -> Bool {
        number(of: id).map { votes($0).contains { $0.by == teacher } } ?? false
    }

    func votes(_ number: UInt32) -> [MemoryVote] {
        let entry = entries[Int(number)]
        guard entry.marks.contains(.confirmed) else { return [] }
        let first = MemoryVote(
            by: entry.by, at: Int(entry.at), isScam: entry.marks.contains(.scam))
        return [first] + (more[number] ?? [])
    }

    // MARK: Learning

    mutating func apply(_ change: MemoryChange, at time: Int, _ limits: MessageMemory.Limits) {
        guard
            let number = number(of: change.id)
                ?? change.fingerprint.flatMap({ add($0, as: change.id, at: change.time ?? time) })
        else { return }
        switch change.what {
        case .confirmed(let vote): confirm(number, vote)
        case .takenBack(let teacher):
            set(votes(number).filter { $0.by != teacher }, of: number)
        case .forgotten: forget(number)
        case .unseen(let count):
            let entry = entries[Int(number)]
            entries[Int(number)].seen = UInt32(clamping: Int(entry.seen) - count)
            if Int(entry.seen) <= count, !entry.marks.contains(.confirmed) { forget(number) }
        case .seen(let times):
            entries[Int(number)].seen = UInt32(clamping: Int(entries[Int(number)].seen) + times.count)
            entries[Int(number)].last = max(entries[Int(number)].last, UInt32(clamping: times.last))
            if times.isHigh { entries[Int(number)].marks.insert(.high) }
        }
    }

    func number(of id: UInt64) -> UInt32? {
        var found: UInt32?
        numbers.forEach(id) { if !entries[Int($0)].marks.contains(.forgotten) { found = $0 } }
        return found
    }

    private mutating func confirm(_ number: UInt32, _ vote: MemoryVote) {
        set(votes(number).filter { $0.by != vote.by } + [vote], of: number)
        entries[Int(number)].first = min(entries[Int(number)].first, UInt32(clamping: vote.at))
        entries[Int(number)].last = max(entries[Int(number)].last, UInt32(clamping: vote.at))
    }

    /// The most people whose word on one message is kept.
    private static let mostVotes = 32

    private mutating func set(_ votes: [MemoryVote], of number: UInt32) {
        let wasConfirmed = entries[Int(number)].marks.contains(.confirmed)
        var marks = entries[Int(number)].marks.subtracting([.confirmed, .scam])
        if let first = votes.first {
            marks.insert(.confirmed)
            if first.isScam { marks.insert(.scam) }
            (entries[Int(number)].by, entries[Int(number)].at) = (first.by, UInt32(clamping: first.at))
        }
        entries[Int(number)].marks = marks
        more[number] = votes.count > 1 ? Array(votes.dropFirst().suffix(Self.mostVotes)) : nil
        confirmedCount += (votes.isEmpty ? 0 : 1) - (wasConfirmed ? 1 : 0)
    }

    private mutating func add(_ fingerprint: KeptFingerprint, as id: UInt64, at time: Int) -> UInt32? {
        guard !fingerprint.isEmpty, fingerprint.isValid else { return nil }
        let number = UInt32(entries.count)
        entries.append(
            Entry(
                id: id, first: UInt32(clamping: time), last: UInt32(clamping: time),
                pairs: UInt16(clamping: fingerprint.pairCount), sketch: UInt8(fingerprint.sketch.count),
                marks: fingerprint.isFromPicture ? .picture : []))
        numbers.insert(id, number)
        numbers.settle()
        for pair in fingerprint.sketch { pairs.insert(pair, number) }
        for contact in fingerprint.contacts { contacts.insert(contact, number) }
        return number
    }

    private mutating func forget(_ number: UInt32) {
        guard !entries[Int(number)].marks.contains(.forgotten) else { return }
        set([], of: number)
        entries[Int(number)].marks.insert(.forgotten)
        forgottenCount += 1
    }

    /// Forgets what is past its time or beyond the limits. The arrays shrink when an eighth of them is empty, not for each entry.
    mutating func makeRoom(at time: Int, _ limits: MessageMemory.Limits) {
        pairs.settle()
        contacts.settle()
        if time - swept > Self.sweepPause {
            swept = time
            for index in entries.indices
            where !entries[index].marks.contains(.forgotten) && !entries[index].marks.contains(.confirmed)
                && Int(entries[index].last) < time - limits.seenLifetime
            {
                forget(UInt32(index))
            }
        }
        let seenCount = count - confirmedCount
        if confirmedCount > limits.confirmed || seenCount > limits.seen {
            forgetOldest(confirmedCount - limits.confirmed, isConfirmed: true)
            forgetOldest(seenCount - limits.seen, isConfirmed: false)
        }
        guard forgottenCount > 1_024, forgottenCount > entries.count / 8 else { return }
        var new: [UInt32?] = []
        var kept: [Entry] = []
        for entry in entries {
            let stays = !entry.marks.contains(.forgotten)
            new.append(stays ? UInt32(kept.count) : nil)
            if stays { kept.append(entry) }
        }
        pairs.renumber { new[Int($0)] }
        contacts.renumber { new[Int($0)] }
        more = Dictionary(
            uniqueKeysWithValues: more.compactMap { number, votes in new[Int(number)].map { ($0, votes) } })
        numbers.renumber { new[Int($0)] }
        (entries, forgottenCount) = (kept, 0)
    }

    /// Forgets a sixteenth more than it must, so that the search for the oldest isn't made for each new entry.
    private mutating func forgetOldest(_ surplus: Int, isConfirmed: Bool) {
        guard surplus > 0 else { return }
        let candidates = entries.indices.filter {
            !entries[$0].marks.contains(.forgotten) && entries[$0].marks.contains(.confirmed) == isConfirmed
        }
        let oldest = candidates.sorted { entries[$0].last < entries[$1].last }
        for index in oldest.prefix(surplus + candidates.count / 16) { forget(UInt32(index)) }
    }
}
