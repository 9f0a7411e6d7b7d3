package import Foundation

/// One scan that was made: its verdict, without what was scanned.
package struct HistoryEntry: Codable, Equatable, Sendable {
    package enum Origin: String, Codable, Sendable, CaseIterable {
        /// Found and scanned without being asked for.
        case auto
        case manual
    }

    package var id: UUID
    package var timestamp: Date
    package var origin: Origin
    /// The picture's file name, without its folder; nil for texts.
    package var name: String?
    /// As on the wire.
    package var risk: String
    package var category: String
    package var scamType: String
    package var confidence: Double
    package var explanation: String

    private enum CodingKeys: String, CodingKey {
        case id, timestamp, origin, name, risk, category
        case scamType = "scam_type"
        case confidence, explanation
    }

    package init(
        id: UUID, timestamp: Date, origin: Origin, name: String?, risk: String, category: String,
        scamType: String,
        confidence: Double, explanation: String
    ) {
        self.id = id
        self.timestamp = timestamp
        self.origin = origin
        self.name = name
        self.risk = risk
        self.category = category
        self.scamType = scamType
        self.confidence = confidence
        self.explanation = explanation
    }
}

/// The last scans of a user, for as long as the user wants them kept.
package struct ScanHistory: Sendable {
    /// More than anybody scans in a week by hand.
    private static let entryLimit = 1_000

    private let store: JSONStore<[HistoryEntry]>
    private let retention: TimeInterval

    /// - Parameter days: after which entries are gone: dropped when read, and removed when next written or swept.
    package init(path: String, days: Int) {
        store = JSONStore(file: LockedFile(path: path, sizeLimit: 4 << 20), empty: [])
        retention = Double(days) * 86_400
    }

    /// Newest first.
    package func entries(now: Date = Date()) -> [HistoryEntry] {
        kept(store.value(), now).reversed()
    }

    /// Keeps nothing where entries are kept for no time.
    package func add(_ entry: HistoryEntry, now: Date = Date()) throws {
        try store.update { entries in
            let new = retention > 0 ? [entry] : []
            entries = Array((kept(entries, now) + new).suffix(Self.entryLimit))
        }
    }

    /// Whether there was such an entry.
    @discardableResult
    package func delete(_ id: UUID, now: Date = Date()) throws -> Bool {
        try store.update { entries in
            let isThere = entries.contains { $0.id == id }
            entries = kept(entries, now).filter { $0.id != id }
            return isThere
        }
    }

    /// Also what was set aside as unreadable: it may hold entries.
    package func clear() throws {
        try store.update { $0 = [] }
        try store.file.removeSetAside()
    }

    /// Removes what is past its time; makes no file where there is none.
    package func sweep(now: Date = Date()) throws {
        let stored = store.value()
        guard kept(stored, now).count < stored.count else { return }
        try store.update { $0 = kept($0, now) }
    }

    private func kept(_ entries: [HistoryEntry], _ now: Date) -> [HistoryEntry] {
        entries.filter { now.timeIntervalSince($0.timestamp) <= retention }
    }
}
