package import Foundation
import GRDB

/// Ids of the asynchronous scans that servers accepted, each with the process that accepted it, so that a restarted server knows
/// which of them were lost. Nothing of their content is stored.
package struct JobStore: Sendable {
    private let store: SQLiteStore
    /// Identifies this process. A process id can come again, and a start time can come again after the clock was set
    /// back.
    private let run = UUID()

    package init(_ store: SQLiteStore) {
        self.store = store
    }

    package func add(_ scan: UUID, expires: Date) async throws(StoreError) {
        try await store.write { [run] db in
            try db.cachedStatement(sql: "INSERT OR REPLACE INTO job VALUES (?, ?, ?)")
                .execute(arguments: [scan, run, expires.storedMilliseconds])
        }
    }

    package func remove(_ scan: UUID) async throws(StoreError) {
        try await store.write { db in
            try db.cachedStatement(sql: "DELETE FROM job WHERE scan_id = ?").execute(arguments: [scan])
        }
    }

    /// Whether an earlier process of the server accepted this scan.
    package func wasTakenBefore(_ scan: UUID) async throws(StoreError) -> Bool {
        try await store.read { [run] db in
            let statement = try db.cachedStatement(
                sql: "SELECT EXISTS (SELECT 1 FROM job WHERE scan_id = ? AND run <> ? AND expires_at > ?)")
            return try Bool.fetchOne(statement, arguments: [scan, run, Date().storedMilliseconds]) ?? false
        }
    }
}

/// The table of `JobStore`.
enum JobTable: TableGroup {
    static func registerMigrations(in migrator: inout DatabaseMigrator) {
        migrator.registerMigration("job-1") { db in
            try db.execute(
                sql: """
                    CREATE TABLE job (
                        scan_id BLOB PRIMARY KEY,
                        run BLOB NOT NULL,
                        expires_at INTEGER NOT NULL
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX job_by_age ON job (expires_at);
                    """)
        }
    }

    /// Deletes nothing, because jobs belong to no session. They end within minutes.
    static func deleteSession(_ session: UUID, in db: Database) throws -> [String: Int] { [:] }

    static func sweep(at time: StoreTime, limit: Int, in db: Database) throws -> Int {
        try db.delete(
            from: "job", key: "scan_id", where: "expires_at <= ? ORDER BY expires_at", time.now, limit: limit)
    }
}
