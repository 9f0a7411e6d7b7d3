import Foundation
import GRDB

/// The scans that are followed now, and what each follower was told of each scan. A row of `activity` is open from the start until the
/// end was put into the outbox, which therefore happens once. It belongs to the group of `FollowerTable`.
enum ActivityTable {
    static func create(in db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE followed (
                    scan_id BLOB PRIMARY KEY,
                    session_id BLOB,
                    owner TEXT,
                    check_at INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX followed_by_check ON followed (check_at);
                CREATE INDEX followed_by_session ON followed (session_id) WHERE session_id IS NOT NULL;
                CREATE TABLE activity (
                    follower_id BLOB NOT NULL REFERENCES follower (id) ON DELETE CASCADE,
                    scan_id BLOB NOT NULL,
                    is_open INTEGER NOT NULL,
                    step INTEGER NOT NULL DEFAULT 0,
                    -- The earliest time of the next update.
                    update_at INTEGER NOT NULL DEFAULT 0,
                    expires_at INTEGER NOT NULL,
                    PRIMARY KEY (follower_id, scan_id)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX activity_open ON activity (scan_id) WHERE is_open = 1;
                CREATE INDEX activity_by_age ON activity (expires_at);
                """)
    }

    // MARK: - Scans

    /// Whether anybody follows a scan, or all scans of its session.
    static func isFollowed(_ scan: FollowedScan, at now: Date, in db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: """
                SELECT EXISTS (SELECT 1 FROM follower WHERE scan_id = ? AND expires_at > ?)
                    OR EXISTS (SELECT 1 FROM follower WHERE session_id = ? AND expires_at > ?)
                """)
        let time = now.storedMilliseconds
        return try Bool.fetchOne(statement, arguments: [scan.id, time, scan.session, time]) ?? false
    }

    static func begin(
        _ scan: FollowedScan, tellsStart: Bool, at now: Date, check: Date, limits: FollowerLimits,
        make: PushMaker,
        in db: Database
    ) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO followed (scan_id, session_id, owner, check_at) VALUES (?, ?, ?, ?)
                ON CONFLICT (scan_id) DO UPDATE SET check_at = MAX(check_at, excluded.check_at),
                    session_id = IFNULL(session_id, excluded.session_id)
                """
        ).execute(arguments: [scan.id, scan.session, scan.owner, check.storedMilliseconds])
        let open =
            try Int.fetchOne(
                db.cachedStatement(sql: "SELECT COUNT(*) FROM activity WHERE is_open = 1")) ?? 0
        var followers = try FollowerTable.followers(of: .scan(scan.id), at: now, in: db)
        if let session = scan.session {
            followers += try FollowerTable.followers(of: .session(session), at: now, in: db)
        }
        for follower in followers.prefix(max(0, limits.activities - open)) {
            guard let body = make(follower, .start),
                try enter(follower, scan.id, isOpen: true, at: now, limits: limits, in: db)
            else { continue }
            if follower.followsProgress, tellsStart {
                try OutboxTable.insertPush(.start, of: scan.id, to: follower, body, at: now, in: db)
            }
            try FollowerTable.touch(follower, at: now, limits: limits, in: db)
        }
    }

    /// - Returns: false where the follower was told of the scan before.
    private static func enter(
        _ follower: StoredFollower, _ scan: UUID, isOpen: Bool, at now: Date, limits: FollowerLimits,
        in db: Database
    ) throws -> Bool {
        let time = now.storedMilliseconds
        try db.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO activity (follower_id, scan_id, is_open, update_at, expires_at)
                VALUES (?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            follower.id, scan, isOpen, time + limits.pause.storedMilliseconds,
            time + limits.memory.storedMilliseconds,
        ])
        return db.changesCount > 0
    }

    /// The followers with whom a scan is open, each with the earliest time of its next update.
    private static func open(
        _ scan: UUID, before step: Int?, at now: Date, in db: Database
    ) throws -> [(follower: StoredFollower, updateAt: Int64)] {
        let statement = try db.cachedStatement(
            sql: "SELECT follower_id, update_at FROM activity WHERE scan_id = ? AND is_open = 1 AND step < ?")
        let rows = try Row.fetchAll(statement, arguments: [scan, step ?? Int.max])
        return try rows.compactMap { row in
            try FollowerTable.follower(row.stored("follower_id"), at: now, in: db).map {
                ($0, try row.stored("update_at"))
            }
        }
    }

    static func update(
        _ scan: UUID, step: Int, at now: Date, pause: (StoredFollower) -> Duration, make: PushMaker,
        in db: Database
    ) throws {
        for (follower, updateAt) in try open(scan, before: step, at: now, in: db)
        where follower.followsProgress {
            guard let body = make(follower, .update) else { continue }
            // An update that waits keeps its time, so that no stream of updates holds all of them up.
            let waiting = try OutboxTable.removeUpdate(of: scan, to: follower, in: db)
            let due = waiting ?? max(now.storedMilliseconds, updateAt)
            try OutboxTable.insertPush(.update, of: scan, to: follower, body, at: now, due: due, in: db)
            try db.cachedStatement(
                sql: "UPDATE activity SET step = ?, update_at = ? WHERE follower_id = ? AND scan_id = ?"
            ).execute(arguments: [step, due + pause(follower).storedMilliseconds, follower.id, scan])
        }
    }

    static func end(_ scan: UUID, at now: Date, make: PushMaker, in db: Database) throws {
        for (follower, _) in try open(scan, before: nil, at: now, in: db) {
            let phase: PushPhase = follower.followsProgress ? .end : .alert
            if let body = make(follower, phase) {
                _ = try OutboxTable.removeUpdate(of: scan, to: follower, in: db)
                try OutboxTable.insertPush(phase, of: scan, to: follower, body, at: now, in: db)
            }
        }
        try db.cachedStatement(sql: "UPDATE activity SET is_open = 0 WHERE scan_id = ? AND is_open = 1")
            .execute(arguments: [scan])
        try db.cachedStatement(sql: "DELETE FROM followed WHERE scan_id = ?").execute(arguments: [scan])
    }

    /// - Returns: the number of messages.
    static func alert(
        _ session: UUID, event: UUID, at now: Date, configuration: StoreConfiguration, make: PushMaker,
        in db: Database
    ) throws -> Int {
        let limits = configuration.followers
        var count = 0
        for follower in try FollowerTable.followers(of: .session(session), at: now, in: db) {
            guard let body = make(follower, .alert),
                try OutboxTable.hasRoomForAlert(to: follower, configuration, in: db),
                try enter(follower, event, isOpen: false, at: now, limits: limits, in: db)
            else { continue }
            try OutboxTable.insertPush(.alert, of: event, to: follower, body, at: now, in: db)
            try FollowerTable.touch(follower, at: now, limits: limits, in: db)
            count += 1
        }
        return count
    }

    // MARK: - Neglect

    static func keep(_ scans: [UUID], check: Date, in db: Database) throws {
        let statement = try db.cachedStatement(sql: "UPDATE followed SET check_at = ? WHERE scan_id = ?")
        for scan in scans { try statement.execute(arguments: [check.storedMilliseconds, scan]) }
    }

    static func neglected(
        at now: Date, check: Date, limit: Int, in db: Database
    ) throws -> [FollowedScan] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT scan_id, session_id, owner FROM followed WHERE check_at <= ? ORDER BY check_at LIMIT ?
                """, arguments: [now.storedMilliseconds, limit])
        let scans = try rows.map { row in
            FollowedScan(
                id: try row.stored("scan_id"), session: try row.storedIfAny("session_id"),
                owner: try row.storedIfAny("owner"))
        }
        try keep(scans.map(\.id), check: check, in: db)
        return scans
    }

    // MARK: - Deletion

    static func deleteSession(_ session: UUID, in db: Database) throws {
        try db.execute(sql: "DELETE FROM followed WHERE session_id = ?", arguments: [session])
    }

    /// Forgets what was told long ago.
    static func sweep(at now: Int64, limit: Int, in db: Database) throws -> Int {
        try db.delete(
            from: "activity", key: "follower_id, scan_id", where: "expires_at <= ?", now, limit: limit)
    }
}
