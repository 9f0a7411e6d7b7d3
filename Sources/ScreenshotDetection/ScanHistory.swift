package import Foundation

/// The verdict of one scan, without what was scanned.
package struct HistoryEntry: Codable, Equatable, Sendable {
    package enum Origin: String, Codable, Sendable, CaseIterable {
        /// The scan was started by `watch --auto` or by the deep link, so no person chose the image.
        case auto
        case manual
    }

    package var id: UUID
    package var timestamp: Date
    package var origin: Origin
    /// File name of the image without its folder; nil for texts.
    package var name: String?
    /// Raw value of the API's `RiskLevel`; `category` and `scamType` are raw values too.
    package var risk: String
    package var category: String
    package var scamType: String
    package var confidence: Double
    package var explanation: String
    /// Hash of the image, where `watch` scanned it by itself: it isn't judged twice then. Nil for all others.
    package var picture: ContentHash?

    package init(
        id: UUID, timestamp: Date, origin: Origin, name: String?, risk: String, category: String,
        scamType: String, confidence: Double, explanation: String, picture: ContentHash? = nil
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
        self.picture = picture
    }
}

/// The user's scans of the last days, in a JSON file.
package struct ScanHistory: Sendable {
    /// Largest number of entries, about 300 kB. The oldest are dropped; few people scan 1,000 screenshots in a week.
    private static let entryLimit = 1_000

    private let store: JSONStore<[HistoryEntry]>
    private let retention: TimeInterval

    /// - Parameter days: age at which entries expire. Expired entries aren't returned, and the next write or `sweep` deletes
    ///   them; with 0 nothing is stored.
    package init(path: String, days: Int) {
        // 4 MiB hold ten times as many entries as are kept.
        store = JSONStore(file: LockedFile(path: path, sizeLimit: 4 << 20), empty: [])
        let day: TimeInterval = 86_400
        retention = Double(days) * day
    }

    /// Returns the entries that haven't expired, the newest first.
    package func entries(now: Date = Date()) -> [HistoryEntry] {
        kept(store.value(), now).reversed()
    }

    package func add(_ entry: HistoryEntry, now: Date = Date()) throws {
        try store.update { entries in
            let new = retention > 0 ? [entry] : []
            entries = Array((kept(entries, now) + new).suffix(Self.entryLimit))
        }
    }

    /// Deletes one entry.
    /// - Returns: whether there was an unexpired entry with the id.
    @discardableResult
    package func delete(_ id: UUID, now: Date = Date()) throws -> Bool {
        try store.update { entries in
            let isThere = entries.contains { $0.id == id }
            entries = kept(entries, now).filter { $0.id != id }
            return isThere
        }
    }

    /// Deletes all entries. It also deletes the renamed damaged file, which may hold entries too.
    package func clear() throws {
        try store.update { $0 = [] }
        try store.file.removeQuarantined()
    }

    /// Deletes expired entries. Nothing is written where there are none.
    package func sweep(now: Date = Date()) throws {
        let stored = store.value()
        guard kept(stored, now).count < stored.count else { return }
        try store.update { $0 = kept($0, now) }
    }

    private func kept(_ entries: [HistoryEntry], _ now: Date) -> [HistoryEntry] {
        entries.filter { now.timeIntervalSince($0.timestamp) <= retention }
    }
}
