package import Foundation
import Synchronization
package import TextAnalysis
import Texts

/// Knows messages again that somebody confirmed as a scam or as genuine, and those that come often. It keeps fingerprints only.
package final class MessageMemory: Sendable {
    package struct Limits: Sendable {
        /// The most confirmed messages: a million take 150 MB. Then the one not seen for longest goes.
        package var confirmed = 1_000_000
        /// The most messages that only come often.
        package var seen = 50_000
        /// Seconds that these are kept from the last time.
        package var seenLifetime = 30 * 86_400
        /// Seconds that a confirmation counts which nobody else has made, and one that somebody has.
        package var (lone, agreed) = (30 * 86_400, 365 * 86_400)

        package init() {}
    }

    package let key: MemoryKey
    package let limits: Limits
    private let state = Mutex(MemoryState())
    private let used = Mutex<[MemoryList]>([])
    private let now: @Sendable () -> Int

    /// - Parameter now: seconds since 1970.
    package init(
        key: MemoryKey, limits: Limits = Limits(),
        now: @escaping @Sendable () -> Int = { Int(Date().timeIntervalSince1970) }
    ) {
        (self.key, self.limits, self.now) = (key, limits, now)
    }

    package var count: Int { state.withLock { $0.count } }

    /// Carries out what was decided here or on another server. Words count once, however often they come; sightings each time.
    package func apply(_ changes: [MemoryChange]) {
        let time = now()
        // Scans get their turn in between.
        for start in stride(from: 0, to: changes.count, by: Self.atOnce) {
            state.withLock { state in
                for change in changes[start...].prefix(Self.atOnce) { state.apply(change, at: time, limits) }
                state.makeRoom(at: time, limits)
            }
        }
    }

    private static let atOnce = 1_000

    /// Knows what these changes say and nothing else, from one scan to the next.
    package func replaceAll(by changes: [MemoryChange]) {
        let time = now()
        var new = MemoryState()
        for change in changes { new.apply(change, at: time, limits) }
        new.makeRoom(at: time, limits)
        state.withLock { $0 = new }
    }

    /// The number of a message that is so much alike that it counts as the same; nil if there is none.
    /// - Parameter leadsThere: whether it must also have all of the message's links, numbers and accounts: a genuine message and its copy by
    ///   a scammer differ in nothing else.
    package func same(as fingerprint: Fingerprint, leadsThere: Bool) -> UInt64? {
        state.withLock { state in
            state.matches(fingerprint)
                .filter {
                    $0.likeness >= Self.sameLikeness
                        && (!leadsThere || state.holdAll(of: fingerprint, $0.entry))
                }
                .max { $0.likeness < $1.likeness }.map { state.entries[Int($0.entry)].id }
        }
    }

    /// Two messages are one from this share of pairs on.
    private static let sameLikeness = 0.75

    /// Whether a message is kept.
    package func holds(_ id: UInt64) -> Bool { state.withLock { $0.number(of: id) != nil } }

    /// Whether somebody's word on a message counts now.
    package func holdsWord(on id: UInt64, of teacher: UInt32) -> Bool {
        state.withLock { $0.holdsWord(on: id, of: teacher) }
    }

    /// All that is known, as changes that make another memory know it.
    package func all() -> [MemoryChange] { snapshot.all() }

    /// What people here said, without how often messages came.
    package func words() -> [MemoryChange] {
        all().filter { if case .confirmed = $0.what { true } else { false } }
    }

    /// What people here confirmed as scams, those first that were seen last, and without who confirmed it.
    package func confirmedScams(_ limit: Int) -> [MemoryChange] { snapshot.scams(limit, at: now(), limits) }

    /// Scans don't wait for what takes long.
    private var snapshot: MemoryState { state.withLock { $0 } }

    // MARK: Lists

    /// The most lists that are used at once: each takes some microseconds of a message's time.
    package static let mostLists = 8

    /// The lists in use, those too that are past their time and say nothing any longer.
    package var lists: [MemoryList.Facts] { used.withLock { $0.map(\.facts) } }

    /// Reads a list with this memory's key.
    package func list(_ content: Data, signer: String) throws(MemoryList.Fault) -> MemoryList {
        try MemoryList(content, signer: signer, key: key, at: now())
    }

    /// Uses a list in place of an earlier one of the same signer, from one scan to the next.
    package func use(_ list: MemoryList) throws(MemoryList.Fault) {
        try used.withLock { lists throws(MemoryList.Fault) in
            let place = lists.firstIndex { $0.facts.signer == list.facts.signer }
            if let place {
                guard lists[place].facts.made <= list.facts.made else { throw .older }
                lists[place] = list
            } else {
                guard lists.count < Self.mostLists else { throw .tooMany(limit: Self.mostLists) }
                lists.append(list)
            }
        }
    }

    /// - Returns: false where no such list is used.
    package func dropList(of signer: String) -> Bool {
        used.withLock { lists in
            let count = lists.count
            lists.removeAll { $0.facts.signer == signer }
            return lists.count < count
        }
    }

    /// The messages that came most often, the most frequent first.
    package func campaigns(_ limit: Int) -> [Campaign] {
        let time = now()
        return state.withLock { $0.campaigns(limit, at: time, limits) }
    }

    // MARK: Judging

    /// What a confirmation adds for a message that is the same, in log-odds: enough for high risk by itself.
    private static let mostWeight = 6.5
    /// What one takes from it, no more than anything that calms may.
    private static let mostCalm = -2.0
    /// What a link, number or account that a confirmed scam had adds by itself: enough for medium risk.
    private static let contactWeight = 3.5
    /// A message with this share of pairs counts as much as the same; with `leastLikeness` it counts a third.
    private static let fullLikeness = 0.65

    /// What people here say of a message.
    private enum Own {
        /// They said something of one that is so much alike; nil where it comes to nothing.
        case said(Finding?, likeness: Double)
        /// Nobody said anything of it; a finding where somebody did of something that one reaches by the same contact.
        case contact(Finding?)
    }

    /// The finding about a message that is known; nil for one that isn't, or about which as many say this as that.
    /// What people here say of the same message counts before what lists say, and of one that is only alike before what lists say of one
    /// that is less.
    package func finding(for text: AnalyzedText, _ lexicon: Lexicon) -> Finding? {
        let fingerprint = Fingerprint(of: text, by: key, lexicon)
        let time = now()
        let lists = used.withLock { $0 }.filter { $0.facts.expires > time }
        let (own, genuine) = state.withLock { state in
            let genuine = state.genuineContacts(of: fingerprint, at: time, limits)
            return (ownWord(on: fingerprint, state, genuine, at: time), genuine)
        }
        let listed = lists.compactMap { list in
            list.state.matches(fingerprint).max { $0.likeness < $1.likeness }.map { (list, $0) }
        }.max { $0.1.likeness < $1.1.likeness }
        func listedFinding(_ list: MemoryList, _ match: MemoryState.Match) -> Finding {
            Self.finding(scam: match, in: list.state, of: list.facts.name)
        }
        switch own {
        case .said(let finding, let likeness):
            if likeness < Self.sameLikeness, let listed, listed.1.likeness > likeness {
                return listedFinding(listed.0, listed.1)
            }
            return finding
        case .contact(let contact):
            if let listed { return listedFinding(listed.0, listed.1) }
            if let contact { return contact }
            return lists.lazy.compactMap { list in
                list.state.owner(of: fingerprint, except: genuine, at: time, .list).map {
                    Self.finding(
                        .memory, .listedContact, Self.contactWeight, list.state.entries[Int($0)],
                        of: list.facts.name)
                }
            }.first
        }
    }

    private func ownWord(
        on fingerprint: Fingerprint, _ state: MemoryState, _ genuineContacts: Set<UInt64>, at time: Int
    ) -> Own {
        let matches = state.matches(fingerprint).map {
            ($0, state.opinion(on: $0.entry, at: time, limits))
        }
        let scam = matches.filter { $0.1 == .scam }.max { $0.0.likeness < $1.0.likeness }
        let genuine = matches.filter { $0.1 == .genuine }.max { $0.0.likeness < $1.0.likeness }
        // A copy that leads elsewhere, or goes on with something else, is what a scammer makes of it.
        if let genuine, genuine.0.likeness >= scam?.0.likeness ?? 0, genuine.0.isWhole,
            state.holdAll(of: fingerprint, genuine.0.entry)
        {
            // Of two that are as much alike, one that leads nowhere says nothing.
            if scam != nil, fingerprint.contacts.isEmpty { return .said(nil, likeness: genuine.0.likeness) }
            return .said(
                Self.finding(
                    .protective, .knownGenuine, Self.mostCalm * Self.share(genuine.0),
                    state.entries[Int(genuine.0.entry)]), likeness: genuine.0.likeness)
        }
        if let scam { return .said(Self.finding(scam: scam.0, in: state), likeness: scam.0.likeness) }
        let split = matches.first {
            $0.1 == .split && $0.0.likeness >= Self.sameLikeness && state.holdAll(of: fingerprint, $0.0.entry)
        }
        if let split { return .said(nil, likeness: split.0.likeness) }
        return .contact(
            state.owner(of: fingerprint, except: genuineContacts, at: time, limits).map {
                Self.finding(.memory, .knownContact, Self.contactWeight, state.entries[Int($0)])
            })
    }

    private static func finding(
        scam: MemoryState.Match, in state: MemoryState, of list: String? = nil
    ) -> Finding {
        var finding = finding(
            .memory, list == nil ? .knownScam : .listedScam, mostWeight * share(scam),
            state.entries[Int(scam.entry)], of: list)
        if scam.likeness >= fullLikeness { finding.ask = .decisive }
        return finding
    }

    private static func share(_ match: MemoryState.Match) -> Double {
        let least = MemoryState.leastLikeness
        return (1 + 2 * min(1, max(0, (match.likeness - least) / (fullLikeness - least)))) / 3
    }

    private static func finding(
        _ group: RuleGroup, _ reason: VerdictText, _ weight: Double, _ entry: MemoryState.Entry,
        of list: String? = nil
    ) -> Finding {
        let since = Date(timeIntervalSince1970: Double(entry.first)).formatted(.iso8601.year().month().day())
        return Finding(
            rule: "memory.\(reason.rawValue)",
            reason: Sentence(
                reason,
                [
                    "count": .number(Int(entry.seen) + 1), "date": .text(since), "list": .text(list ?? ""),
                ]),
            group: group, scamType: nil, weight: weight, trust: 1,
            ask: .nothing, ranges: [], quote: "")
    }
}
