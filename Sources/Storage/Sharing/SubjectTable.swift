import SystemSupport
import Foundation
import GRDB

/// The subjects, the sessions that they are shared with, and the screenshots that participants reported. A screenshot
/// is kept for as long as the same report could come again.
///
/// Each owner has subjects of its own: whoever guesses another session's subject id and registers it first takes nothing away.
enum SubjectTable: TableGroup {
    private static let screenshotAge = SharingLimits().screenshotAge.storedMilliseconds

    static func registerMigrations(in migrator: inout DatabaseMigrator) {
        migrator.registerMigration("subject-1") { db in
            try db.execute(
                sql: """
                    CREATE TABLE subject (
                        id TEXT PRIMARY KEY,
                        owner BLOB NOT NULL,
                        screenshot_at INTEGER,
                        expires_at INTEGER NOT NULL
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX subject_by_owner ON subject (owner);
                    CREATE INDEX subject_by_age ON subject (expires_at);
                    CREATE TABLE participant (
                        subject_id TEXT NOT NULL REFERENCES subject (id) ON DELETE CASCADE,
                        session_id BLOB NOT NULL,
                        PRIMARY KEY (subject_id, session_id)
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX participant_by_session ON participant (session_id);
                    CREATE TABLE screenshot (
                        subject_id TEXT NOT NULL REFERENCES subject (id) ON DELETE CASCADE,
                        session_id BLOB NOT NULL,
                        taken_at INTEGER NOT NULL,
                        PRIMARY KEY (subject_id, session_id, taken_at)
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX screenshot_by_age ON screenshot (taken_at);
                    CREATE INDEX screenshot_by_session ON screenshot (session_id);
                    """)
        }
        migrator.registerMigration("subject-2") { db in try db.execute(sql: byOwner) }
        migrator.registerMigration("subject-3") { db in
            try db.execute(sql: "ALTER TABLE screenshot ADD COLUMN dismissed INTEGER NOT NULL DEFAULT 0")
        }
    }

    /// The tables with the owner in their keys, and the rows of those without.
    private static let byOwner = """
        ALTER TABLE screenshot RENAME TO screenshot_1;
        ALTER TABLE participant RENAME TO participant_1;
        ALTER TABLE subject RENAME TO subject_1;
        CREATE TABLE subject (
            id TEXT NOT NULL,
            owner BLOB NOT NULL,
            screenshot_at INTEGER,
            expires_at INTEGER NOT NULL,
            PRIMARY KEY (id, owner)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE participant (
            subject_id TEXT NOT NULL,
            owner BLOB NOT NULL,
            session_id BLOB NOT NULL,
            PRIMARY KEY (subject_id, owner, session_id),
            FOREIGN KEY (subject_id, owner) REFERENCES subject (id, owner) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE screenshot (
            subject_id TEXT NOT NULL,
            owner BLOB NOT NULL,
            session_id BLOB NOT NULL,
            taken_at INTEGER NOT NULL,
            PRIMARY KEY (subject_id, owner, session_id, taken_at),
            FOREIGN KEY (subject_id, owner) REFERENCES subject (id, owner) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        INSERT INTO subject SELECT id, owner, screenshot_at, expires_at FROM subject_1;
        INSERT INTO participant
            SELECT id, owner, session_id FROM participant_1 JOIN subject_1 ON id = subject_id;
        INSERT INTO screenshot
            SELECT id, owner, session_id, taken_at FROM screenshot_1 JOIN subject_1 ON id = subject_id;
        DROP TABLE screenshot_1;
        DROP TABLE participant_1;
        DROP TABLE subject_1;
        CREATE INDEX subject_by_owner ON subject (owner);
        CREATE INDEX subject_by_age ON subject (expires_at);
        CREATE INDEX participant_by_session ON participant (session_id, subject_id);
        CREATE INDEX screenshot_by_age ON screenshot (taken_at);
        CREATE INDEX screenshot_by_session ON screenshot (session_id);
        """

    static func put(
        _ subject: StoredSubject, at now: Date, by client: ClientID?, limits: SharingLimits, in db: Database
    ) throws -> SubjectChange {
        if try !isKnown(subject.id, of: subject.owner, in: db) {
            let hasRoom = try ShareTable.hasRoom(.subject, for: client, limit: limits.entries, in: db)
            if !hasRoom { return .tooMany }
        }
        try db.execute(
            sql: """
                INSERT INTO subject (id, owner, expires_at, share) VALUES (?, ?, ?, ?)
                ON CONFLICT (id, owner) DO UPDATE SET expires_at = excluded.expires_at
                """,
            arguments: [
                subject.id, subject.owner, now.storedMilliseconds + limits.age.storedMilliseconds,
                ShareTable.share(of: client),
            ])
        try db.execute(
            sql: "DELETE FROM participant WHERE subject_id = ? AND owner = ?",
            arguments: [subject.id, subject.owner])
        for session in subject.participants {
            try db.cachedStatement(sql: "INSERT OR IGNORE INTO participant VALUES (?, ?, ?)")
                .execute(arguments: [subject.id, subject.owner, session])
        }
        var saved = subject
        saved.screenshotAt = try screenshotAt(subject.id, of: subject.owner, in: db)
        return .saved(saved)
    }

    /// - Parameter owner: nil for anybody's.
    static func isKnown(_ id: String, of owner: UUID? = nil, in db: Database) throws -> Bool {
        try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM subject WHERE id = ? AND owner = IFNULL(?, owner))",
            arguments: [id, owner]) ?? false
    }

    /// The owners of subjects with this id that are shared with a session.
    static func owners(of id: String, sharedWith session: UUID, in db: Database) throws -> [UUID] {
        try UUID.fetchAll(
            db, sql: "SELECT owner FROM participant WHERE session_id = ? AND subject_id = ? ORDER BY owner",
            arguments: [session, id])
    }

    static func screenshotAt(_ id: String, of owner: UUID, in db: Database) throws -> Date? {
        try Int64.fetchOne(
            db, sql: "SELECT screenshot_at FROM subject WHERE id = ? AND owner = ?", arguments: [id, owner]
        ).map { Date(storedMilliseconds: $0) }
    }

    /// Records a screenshot, or that it was dismissed.
    /// - Parameter limit: largest number of screenshots of a subject by one participant that are kept at once.
    /// - Returns: false where the same was reported before, or the participant has reported too many. A dismissal says more than the
    ///   screenshot's own report, which is nothing new after it.
    static func record(
        _ report: ScreenshotReport, of owner: UUID, limit: Int, in db: Database
    ) throws -> Bool {
        let participant: StatementArguments = [report.subject, owner, report.session]
        let screenshot = participant + [report.takenAt.storedMilliseconds]
        if report.isDismissal {
            try db.execute(
                sql: """
                    UPDATE screenshot SET dismissed = 1
                    WHERE subject_id = ? AND owner = ? AND session_id = ? AND taken_at = ? AND dismissed = 0
                    """, arguments: screenshot)
            if db.changesCount > 0 { return true }
        }
        let count = try Int.fetchOne(
            db, sql: "SELECT COUNT(*) FROM screenshot WHERE subject_id = ? AND owner = ? AND session_id = ?",
            arguments: participant)
        guard count ?? 0 < limit else { return false }
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO screenshot (subject_id, owner, session_id, taken_at, dismissed)
                VALUES (?, ?, ?, ?, ?)
                """, arguments: screenshot + [report.isDismissal])
        return db.changesCount > 0
    }

    static func recordScreenshot(
        _ id: String, of owner: UUID, takenAt: Date, at now: Date, limits: SharingLimits, in db: Database
    ) throws {
        try db.execute(
            sql: """
                UPDATE subject SET screenshot_at = MAX(IFNULL(screenshot_at, 0), ?), expires_at = ?
                WHERE id = ? AND owner = ?
                """,
            arguments: [
                takenAt.storedMilliseconds, now.storedMilliseconds + limits.age.storedMilliseconds, id, owner,
            ])
    }

    static func deleteSession(_ session: UUID, in db: Database) throws -> [String: Int] {
        func delete(_ sql: String) throws -> Int {
            try db.execute(sql: sql, arguments: [session])
            return db.changesCount
        }
        return [
            "subjects": try delete("DELETE FROM subject WHERE owner = ?"),
            "participations": try delete("DELETE FROM participant WHERE session_id = ?"),
            "screenshots": try delete("DELETE FROM screenshot WHERE session_id = ?"),
        ].filter { $0.value > 0 }
    }

    static func sweep(at time: StoreTime, limit: Int, in db: Database) throws -> Int {
        let subjects = try db.delete(
            from: "subject", key: "id, owner", where: "expires_at <= ?", time.now, limit: limit)
        if subjects == limit { return subjects }
        let screenshots = try db.delete(
            from: "screenshot", key: "subject_id, owner, session_id, taken_at", where: "taken_at <= ?",
            time.now - screenshotAge, limit: limit)
        return max(subjects, screenshots)
    }
}
