import Crypto
import Foundation
package import Logging
package import ScamDetection
import ScamTaxonomy
package import Storage
import SystemSupport

/// What this installation has confirmed: teaches the memory, keeps what it learned, and counts what comes again.
package actor MemoryKeeper {
    /// The number of scans whose fingerprints wait for somebody to say what they are, and of clients whose new messages are counted.
    private static let mostRecent = 4_096
    /// How often counts are written. A crash loses those since.
    private static let countPause = Duration.seconds(5)
    /// A client may bring this part of all messages that only come often, so that nobody fills the memory.
    private static let clientPart = 16

    package nonisolated let memory: MessageMemory
    package nonisolated let lists: ListKeeper
    private let journal: any MemoryJournal
    private let logger: Logger
    /// The journal's, of which a message has a few once they are put together.
    private var lineCount = 0
    /// Whether the journal has fewer lines than were read, and must get them again.
    private var areLinesLost = false
    /// Changes that are being written, and that the memory may not know yet. Lines put together now could miss them.
    private var unapplied = 0
    private var recent = LRUCache<UUID, Fingerprint>(capacity: mostRecent)
    private var sessions = LRUCache<UUID, [(scan: UUID, id: UInt64?)]>(capacity: mostRecent)
    /// The number of a session's scans whose counts go with it.
    private static let mostOfSession = 64
    private var seen: [UInt64: (times: MemorySightings, new: KeptFingerprint?)] = [:]
    private var brought: [ClientID: Int] = [:]
    /// Since when these are counted, in seconds since 1970: as long as what they brought is kept.
    private var countedSince = 0

    package init(_ lists: ListKeeper, _ journal: any MemoryJournal, _ logger: Logger) {
        (memory, self.lists, self.journal, self.logger) = (lists.memory, lists, journal, logger)
    }

    /// Lines are put together where there are more than so many, and more than so many for each message.
    private static let (fewLines, linesOfMessage) = (1_000, 4)

    /// Reads what is kept, and what other servers kept since. Without it the server would call low what somebody here confirmed.
    package func load() async throws(MemoryFault) {
        let news = try await journal.news()
        let changes = news.lines.compactMap { MemoryChange(line: $0) }
        if news.isAnew { memory.replaceAll(by: changes) } else { memory.apply(changes) }
        lineCount = (news.isAnew || news.isLost ? 0 : lineCount) + changes.count
        areLinesLost = areLinesLost || news.isLost
        if areLinesLost {
            // Each server does it, as one may know what another doesn't yet. Words count once, and counts are lost.
            try await journal.append(memory.words().map(\.line))
            areLinesLost = false
        }
        guard lineCount > Self.fewLines + Self.linesOfMessage * memory.count, unapplied == 0 else { return }
        let lines = memory.all().map(\.line)
        if try await journal.replace(upTo: news.place, by: lines) { lineCount = lines.count }
    }

    /// Learns what other servers learn, and writes counts, until the task is cancelled.
    package func run() async {
        var isFailing = false
        let pause = journal.pause ?? Self.countPause
        var written = ContinuousClock.now
        while !Task.isCancelled {
            try? await Task.sleep(for: pause)
            do throws(MemoryFault) {
                if written.duration(to: .now) >= Self.countPause {
                    written = .now
                    try await writeCounts()
                }
                try await load()
                isFailing = false
            } catch {
                if !isFailing {
                    logger.error("the memory can't be kept or read", metadata: ["why": "\(error)"])
                }
                isFailing = true
            }
        }
    }

    // MARK: Teaching

    /// Keeps what somebody says of a message, and then judges by it.
    /// - Parameter teacher: the name of their key; nil where the server asks for none.
    /// - Returns: the message's number, or that of one so much alike that it is the same; nil where there is too little to know it by.
    func teach(
        _ fingerprint: Fingerprint, isScam: Bool, by teacher: String?
    ) async throws(MemoryFault) -> UInt64? {
        let kept = KeptFingerprint(fingerprint)
        guard !kept.isEmpty else { return nil }
        let id = memory.same(as: fingerprint, leadsThere: true) ?? kept.id
        try await keep([MemoryChange(id: id, fingerprint: kept, what: .confirmed(vote(isScam, by: teacher)))])
        return id
    }

    /// The same for a message that is kept already.
    /// - Returns: false where it isn't.
    func teach(
        _ id: UInt64, isScam: Bool, by teacher: String?
    ) async throws(MemoryFault) -> Bool {
        guard memory.holds(id) else { return false }
        try await keep([MemoryChange(id: id, what: .confirmed(vote(isScam, by: teacher)))])
        return true
    }

    private func vote(_ isScam: Bool, by teacher: String?) -> MemoryVote {
        MemoryVote(by: Self.number(of: teacher), at: Int(Date().timeIntervalSince1970), isScam: isScam)
    }

    /// Whatever anybody said of it, and how often it came.
    /// - Returns: false where it isn't kept.
    func forget(_ id: UInt64) async throws(MemoryFault) -> Bool {
        guard memory.holds(id) else { return false }
        seen[id] = nil
        try await keep([MemoryChange(id: id, what: .forgotten)])
        return true
    }

    /// - Returns: false where they said nothing of it.
    func takeBack(_ id: UInt64, by teacher: String?) async throws(MemoryFault) -> Bool {
        let teacher = Self.number(of: teacher)
        guard memory.holdsWord(on: id, of: teacher) else { return false }
        try await keep([MemoryChange(id: id, what: .takenBack(by: teacher))])
        return true
    }

    private func keep(_ changes: [MemoryChange]) async throws(MemoryFault) {
        unapplied += 1
        defer { unapplied -= 1 }
        try await journal.append(changes.map(\.line))
        memory.apply(changes)
        if journal.pause == nil { lineCount += changes.count }
    }

    private static func number(of teacher: String?) -> UInt32 {
        SHA256.hash(data: Data((teacher ?? "").utf8)).prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    // MARK: What comes again

    /// What a scan was of, on this server or another; nil where it is too long ago.
    func fingerprint(of scan: UUID) async -> Fingerprint? {
        if let own = recent.value(for: scan) { return own }
        return await journal.recall(scan).flatMap { try? JSONDecoder().decode(Fingerprint.self, from: $0) }
    }

    /// Remembers what a scan was of, so that somebody can say what it is, and counts one that is alike to others.
    /// - Parameter level: what it was judged as.
    /// - Returns: whether it is alike to one that is kept.
    @discardableResult
    func note(
        _ fingerprint: Fingerprint, level: RiskLevel, as scan: UUID, of client: ClientID,
        in session: UUID? = nil
    ) async -> Bool {
        if journal.pause != nil, let text = try? JSONEncoder().encode(fingerprint) {
            await journal.remember(text, of: scan)
        }
        recent.insert(fingerprint, for: scan, cost: 1, of: client)
        let (id, isRepeat) = counted(fingerprint, level, of: client)
        if let session {
            let others = sessions.value(for: session)?.suffix(Self.mostOfSession - 1) ?? []
            sessions.insert(others + [(scan, id)], for: session, cost: 1, of: client)
        }
        return isRepeat
    }

    /// - Returns: the number by which it is counted, nil where it isn't, and whether it came before.
    private func counted(
        _ fingerprint: Fingerprint, _ level: RiskLevel, of client: ClientID
    ) -> (id: UInt64?, isRepeat: Bool) {
        let now = Int(Date().timeIntervalSince1970)
        if now - countedSince > memory.limits.seenLifetime { (brought, countedSince) = ([:], now) }
        let known = memory.same(as: fingerprint, leadsThere: false)
        let kept = KeptFingerprint(fingerprint)
        if known == nil {
            // What nobody is warned of isn't kept: it is most people's own.
            guard level.isWarning, !kept.isEmpty,
                brought[client, default: 0] < memory.limits.seen / Self.clientPart
            else { return (nil, false) }
            if brought.count == Self.mostRecent { brought.removeAll() }
            brought[client, default: 0] += 1
        }
        let id = known ?? kept.id
        let before = seen[id]
        let times = MemorySightings(
            count: (before?.times.count ?? 0) + 1, last: now,
            isHigh: level == .high || before?.times.isHigh == true)
        seen[id] = (times, before?.new ?? (known == nil ? kept : nil))
        return (id, known != nil || before != nil)
    }

    /// Takes back what a session's latest scans added, as far as they came to this server, and what they were of.
    func forget(session: UUID) async throws(MemoryFault) {
        guard let scans = sessions.remove(session) else { return }
        for scan in scans {
            recent.remove(scan.scan)
            await journal.remember(nil, of: scan.scan)
        }
        try await writeCounts()
        try await write(
            scans.compactMap(\.id).map { MemoryChange(id: $0, what: .unseen(1)) })
    }

    func writeCounts() async throws(MemoryFault) {
        guard !seen.isEmpty else { return }
        let changes = seen.map {
            MemoryChange(
                id: $0.key, fingerprint: $0.value.new, what: .seen($0.value.times))
        }
        // Scans go on meanwhile. Counts that can't be written are given up, as nothing is decided by them.
        seen = [:]
        try await write(changes)
    }

    /// Keeps changes that must count once. A shared journal tells them again.
    private func write(_ changes: [MemoryChange]) async throws(MemoryFault) {
        if journal.pause == nil {
            try await keep(changes)
        } else {
            try await journal.append(changes.map(\.line))
        }
    }
}
