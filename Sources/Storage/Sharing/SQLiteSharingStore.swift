package import Foundation
import GRDB
import ScamTaxonomy
package import SystemSupport

package struct SQLiteSharingStore: SharingStore {
    private let store: SQLiteStore

    package init(_ store: SQLiteStore) {
        self.store = store
    }

    package func preferences(of session: UUID) async throws(StoreError) -> StoredPreferences? {
        try await store.read { try PreferenceTable.preferences(of: session, in: $0) }
    }

    package func put(
        _ preferences: StoredPreferences, of session: UUID, at now: Date, by client: ClientID?
    ) async throws(StoreError) -> Bool {
        // The write is `immediate`, so that the old secret doesn't remain in the log.
        try await store.write(.immediate) { [limits = store.configuration.sharing] db in
            try PreferenceTable.put(preferences, of: session, at: now, by: client, limits: limits, in: db)
        }
    }

    package func put(
        _ subject: StoredSubject, at now: Date, by client: ClientID?
    ) async throws(StoreError) -> SubjectChange {
        try await store.write { [limits = store.configuration.sharing] db in
            try SubjectTable.put(subject, at: now, by: client, limits: limits, in: db)
        }
    }

    package func record(
        _ report: ScreenshotReport, at now: Date,
        event: @escaping @Sendable (_ owner: UUID) -> OutboxEvent?
    ) async throws(StoreError) -> ScreenshotChange {
        let configuration = store.configuration
        return try await store.write { db in
            let id = report.subject
            let owners = try SubjectTable.owners(of: id, sharedWith: report.session, in: db)
                .filter { $0 != report.session }
            if owners.isEmpty {
                if try SubjectTable.isKnown(id, of: report.session, in: db) {
                    return .ignored(
                        screenshotAt: try SubjectTable.screenshotAt(id, of: report.session, in: db))
                }
                return try SubjectTable.isKnown(id, in: db) ? .notParticipant : .unknownSubject
            }
            var receipt = OutboxReceipt()
            var isNew = false
            for owner in owners {
                guard
                    try SubjectTable.record(
                        report, of: owner, limit: configuration.sharing.screenshots, in: db)
                else { continue }
                isNew = true
                try SubjectTable.recordScreenshot(
                    id, of: owner, takenAt: report.takenAt, at: now, limits: configuration.sharing, in: db)
                guard let event = event(owner) else { continue }
                let told = try OutboxTable.insert(event, configuration, in: db)
                receipt.queued += told.queued
                receipt.dropped += told.dropped
            }
            let screenshotAt = try owners.compactMap {
                try SubjectTable.screenshotAt(id, of: $0, in: db)
            }.max()
            return isNew
                ? .recorded(screenshotAt: screenshotAt, receipt) : .ignored(screenshotAt: screenshotAt)
        }
    }
}

/// The preferences of sessions: which events they want, and where their webhook is.
enum PreferenceTable: TableGroup {
    private static let millisecondsPerDay: Int64 = 86_400_000

    static func registerMigrations(in migrator: inout DatabaseMigrator) {
        migrator.registerMigration("preference-1") { db in
            try db.execute(
                sql: """
                    CREATE TABLE preference (
                        session_id BLOB PRIMARY KEY,
                        notifications INTEGER NOT NULL,
                        screenshot_events INTEGER NOT NULL,
                        verdicts TEXT NOT NULL,
                        webhook_url TEXT,
                        webhook_secret TEXT,
                        expires_at INTEGER NOT NULL
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX preference_by_age ON preference (expires_at);
                    """)
        }
    }

    /// Inserts or replaces a session's preferences.
    /// - Returns: false where the session has none yet, and the table is full or the client has its share.
    static func put(
        _ preferences: StoredPreferences, of session: UUID, at now: Date, by client: ClientID?,
        limits: SharingLimits, in db: Database
    ) throws -> Bool {
        let known = try self.preferences(of: session, in: db)
        if known == nil {
            let hasRoom = try ShareTable.hasRoom(.preference, for: client, limit: limits.entries, in: db)
            if !hasRoom { return false }
        }
        // Messages that wait for the old URL must not go to the new one.
        if known?.webhook?.url != preferences.webhook?.url {
            try OutboxTable.deleteEndpoint(.session(session), in: db)
        }
        try db.execute(
            sql: """
                INSERT INTO preference VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (session_id) DO UPDATE SET
                    notifications = excluded.notifications, screenshot_events = excluded.screenshot_events,
                    verdicts = excluded.verdicts, webhook_url = excluded.webhook_url,
                    webhook_secret = excluded.webhook_secret, expires_at = excluded.expires_at
                """,
            arguments: [
                session, preferences.notifications, preferences.screenshotEvents,
                preferences.verdicts.rawValue, preferences.webhook?.url, preferences.webhook?.secret,
                now.storedMilliseconds + limits.age.storedMilliseconds, ShareTable.share(of: client),
            ])
        return true
    }

    static func preferences(of session: UUID, in db: Database) throws -> StoredPreferences? {
        let statement = try db.cachedStatement(sql: "SELECT * FROM preference WHERE session_id = ?")
        guard let row = try Row.fetchOne(statement, arguments: [session]) else { return nil }
        let url: String? = try row.storedIfAny("webhook_url")
        let secret: String? = try row.storedIfAny("webhook_secret")
        return StoredPreferences(
            webhook: url.flatMap { url in secret.map { StoredWebhook(url: url, secret: $0) } },
            notifications: try row.stored("notifications"),
            screenshotEvents: try row.stored("screenshot_events"),
            verdicts: VerdictPreference(rawValue: try row.stored("verdicts")) ?? .off)
    }

    static func wants(_ trigger: OutboxEvent.Trigger, session: UUID, in db: Database) throws -> Bool {
        try preferences(of: session, in: db)?.wants(trigger) ?? false
    }

    static func removeWebhook(of session: UUID, in db: Database) throws {
        try db.execute(
            sql: "UPDATE preference SET webhook_url = NULL, webhook_secret = NULL WHERE session_id = ?",
            arguments: [session])
    }

    /// Starts the time again for which preferences are kept, because they were used.
    static func touch(_ session: UUID, at now: Date, limits: SharingLimits, in db: Database) throws {
        let expiry = now.storedMilliseconds + limits.age.storedMilliseconds
        // The time is written once a day at most, to save writes.
        try db.cachedStatement(
            sql: "UPDATE preference SET expires_at = ? WHERE session_id = ? AND expires_at < ?"
        ).execute(arguments: [expiry, session, expiry - millisecondsPerDay])
    }

    static func deleteSession(_ session: UUID, in db: Database) throws -> [String: Int] {
        try db.execute(sql: "DELETE FROM preference WHERE session_id = ?", arguments: [session])
        return db.changesCount > 0 ? ["preferences": db.changesCount] : [:]
    }

    static func sweep(at time: StoreTime, limit: Int, in db: Database) throws -> Int {
        try db.delete(from: "preference", key: "session_id", where: "expires_at <= ?", time.now, limit: limit)
    }
}
