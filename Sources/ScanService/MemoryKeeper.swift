import Crypto
import Foundation
package import Logging
package import ScamDetection
package import Storage
import SystemSupport
import Synchronization

/// What this installation has confirmed: teaches the memory, keeps what it learned, and counts what comes again.
package actor MemoryKeeper {
    /// The number of scans whose fingerprints wait for somebody to say what they are, and of clients whose new messages are counted.
    private static let mostRecent = 4_096
    /// How often counts are written. A crash loses those since.
    private static let countPause = Duration.seconds(5)
    /// A client may bring this part of all messages that only come often, so that nobody fills the memory.
    private static let clientPart = 16

    package nonisolated let memory: MessageMemory
    private let journal: any MemoryJournal
    private let logger: Logger
    private var recent = LRUCache<UUID, Fingerprint>(capacity: mostRecent)
    private var seen: [UInt64: (count: Int, last: Int, new: KeptFingerprint?)] = [:]
    private var brought: [ClientID: Int] = [:]
    /// Since when these are counted, in seconds since 1970: as long as what they brought is kept.
    private var countedSince = 0

    package init(_ memory: MessageMemory, _ journal: any MemoryJournal, _ logger: Logger) {
        (self.memory, self.journal, self.logger) = (memory, journal, logger)
    }

    /// Reads what is kept. Without it the server would call low what somebody here confirmed.
    package func start() async throws(MemoryFault) {
        let count = try await load()
        guard count > max(Self.fewLines, Self.linesOfMessage * memory.count) else { return }
        try await journal.replaceAll(by: memory.all().map(\.line))
    }

    /// Lines are put together at a start where there are more than so many, and more than so many for each message.
    private static let (fewLines, linesOfMessage) = (1_000, 4)

    @discardableResult
    private func load() async throws(MemoryFault) -> Int {
        let lines = try await journal.news()
        memory.apply(lines.compactMap { MemoryChange(line: $0) })
        return lines.count
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
        let vote = MemoryVote(
            by: Self.number(of: teacher), at: Int(Date().timeIntervalSince1970), isScam: isScam)
        let id = memory.same(as: fingerprint, leadsThere: true) ?? kept.id
        try await keep(MemoryChange(id: id, fingerprint: kept, what: .confirmed(vote)))
        return id
    }

    /// - Returns: false where they said nothing of it.
    func takeBack(_ id: UInt64, by teacher: String?) async throws(MemoryFault) -> Bool {
        let teacher = Self.number(of: teacher)
        guard memory.holdsWord(on: id, of: teacher) else { return false }
        try await keep(MemoryChange(id: id, what: .takenBack(by: teacher)))
        return true
    }

    private func keep(_ change: MemoryChange) async throws(MemoryFault) {
        try await journal.append([change.line])
        memory.apply([change])
    }

    private static func number(of teacher: String?) -> UInt32 {
        SHA256.hash(data: Data((teacher ?? "").utf8)).prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    // MARK: What comes again

    func fingerprint(of scan: UUID) -> Fingerprint? { recent.value(for: scan) }

    /// Remembers what a scan was of, so that somebody can say what it is, and counts one that is alike to others.
    func note(_ fingerprint: Fingerprint, isWarning: Bool, as scan: UUID, of client: ClientID) {
        recent.insert(fingerprint, for: scan, cost: 1, of: client)
        let now = Int(Date().timeIntervalSince1970)
        if now - countedSince > memory.limits.seenLifetime { (brought, countedSince) = ([:], now) }
        let known = memory.same(as: fingerprint, leadsThere: false)
        let kept = KeptFingerprint(fingerprint)
        if known == nil {
            // What nobody is warned of isn't kept: it is most people's own.
            guard isWarning, !kept.isEmpty,
                brought[client, default: 0] < memory.limits.seen / Self.clientPart
            else { return }
            if brought.count == Self.mostRecent { brought.removeAll() }
            brought[client, default: 0] += 1
        }
        let id = known ?? kept.id
        let before = seen[id]
        seen[id] = ((before?.count ?? 0) + 1, now, before?.new ?? (known == nil ? kept : nil))
    }

    func writeCounts() async throws(MemoryFault) {
        guard !seen.isEmpty else { return }
        let changes = seen.map {
            MemoryChange(
                id: $0.key, fingerprint: $0.value.new, what: .seen($0.value.count, last: $0.value.last))
        }
        // Scans go on meanwhile. Counts that can't be written are given up, as nothing is decided by them.
        seen = [:]
        try await journal.append(changes.map(\.line))
        if journal.pause == nil { memory.apply(changes) }
    }
}
