import Foundation
import GRDB

/// Ids of asynchronous scans, each with the server process that accepted it. Nothing of their content is stored.
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

    static func insert(_ scan: UUID, run: UUID, expires: Date, in db: Database) throws {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO job VALUES (?, ?, ?)")
            .execute(arguments: [scan, run, expires.storedMilliseconds])
    }

    static func delete(_ scan: UUID, in db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM job WHERE scan_id = ?").execute(arguments: [scan])
    }

    /// - Parameter run: the server process whose jobs don't count.
    static func contains(_ scan: UUID, notOf run: UUID, at now: Date, in db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM job WHERE scan_id = ? AND run <> ? AND expires_at > ?)")
        return try Bool.fetchOne(statement, arguments: [scan, run, now.storedMilliseconds]) ?? false
    }

    /// Deletes nothing, because jobs belong to no session. They end within minutes.
    static func deleteSession(_ session: UUID, in db: Database) throws -> [String: Int] { [:] }

    static func sweep(at time: StoreTime, limit: Int, in db: Database) throws -> Int {
        try db.cachedStatement(
            sql: """
                DELETE FROM job WHERE scan_id IN
                    (SELECT scan_id FROM job WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)
                """
        ).execute(arguments: [time.now, limit])
        return db.changesCount
    }
}
