import SystemSupport
import Foundation
import GRDB

/// The followers, and which scans each was told of. All times are in milliseconds since 1970.
enum FollowerTable: TableGroup {
    private static let columns =
        "id, scan_id, session_id, carrier, address, language, follows_progress, created_at, expires_at"
    /// A session's follower has its time written once a day at most, to save writes.
    private static let millisecondsPerDay: Int64 = 86_400_000

    static func registerMigrations(in migrator: inout DatabaseMigrator) {
        migrator.registerMigration("follower-1") { db in
            try db.execute(
                sql: """
                    CREATE TABLE follower (
                        id BLOB PRIMARY KEY,
                        scan_id BLOB,
                        session_id BLOB,
                        carrier TEXT NOT NULL,
                        address BLOB NOT NULL,
                        language TEXT NOT NULL,
                        follows_progress INTEGER NOT NULL,
                        created_at INTEGER NOT NULL,
                        expires_at INTEGER NOT NULL,
                        share INTEGER NOT NULL
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX follower_by_scan ON follower (scan_id) WHERE scan_id IS NOT NULL;
                    CREATE INDEX follower_by_session ON follower (session_id) WHERE session_id IS NOT NULL;
                    CREATE INDEX follower_by_age ON follower (expires_at);
                    """)
            try ShareTable.addTriggers(.follower, in: db)
            try ActivityTable.create(in: db)
        }
    }

    static func add(
        _ follower: StoredFollower, by client: ClientID?, limits: FollowerLimits, in db: Database
    ) throws -> FollowerChange {
        // Those past their time take nobody's place.
        for id in try expired(at: follower.createdAt.storedMilliseconds, of: follower.target, in: db) {
            try delete(id, in: db)
        }
        guard try followers(of: follower.target, at: follower.createdAt, in: db).count < limits.perTarget
        else { return .tooMany }
        guard try ShareTable.hasRoom(.follower, for: client, limit: limits.entries, in: db) else {
            return .full
        }
        let (scan, session) = ids(follower.target)
        try db.execute(
            sql: "INSERT INTO follower (\(columns), share) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            arguments: [
                follower.id, scan, session, follower.carrier, follower.address, follower.language,
                follower.followsProgress, follower.createdAt.storedMilliseconds,
                follower.expiresAt.storedMilliseconds, ShareTable.share(of: client),
            ])
        return .saved
    }

    static func replace(_ follower: StoredFollower, in db: Database) throws -> Bool {
        let (scan, session) = ids(follower.target)
        try db.execute(
            sql: """
                UPDATE follower SET carrier = ?, address = ?, language = ?, follows_progress = ?, expires_at = ?
                WHERE id = ? AND scan_id IS ? AND session_id IS ?
                """,
            arguments: [
                follower.carrier, follower.address, follower.language, follower.followsProgress,
                follower.expiresAt.storedMilliseconds, follower.id, scan, session,
            ])
        return db.changesCount > 0
    }

    static func followers(
        of target: FollowTarget, at now: Date, in db: Database
    ) throws -> [StoredFollower] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(columns) FROM follower WHERE \(column(target)) = ? AND expires_at > ?
                ORDER BY created_at, id
                """)
        return try Row.fetchAll(statement, arguments: [target.id, now.storedMilliseconds]).map(follower)
    }

    /// Returns a follower; nil where there is none, or where its time is over.
    static func follower(_ id: UUID, at now: Date, in db: Database) throws -> StoredFollower? {
        let statement = try db.cachedStatement(
            sql: "SELECT \(columns) FROM follower WHERE id = ? AND expires_at > ?")
        return try Row.fetchOne(statement, arguments: [id, now.storedMilliseconds]).map(follower)
    }

    /// Names the client that registered a follower; nil where there is none.
    static func client(of id: UUID, in db: Database) throws -> String? {
        try Int.fetchOne(db.cachedStatement(sql: "SELECT share FROM follower WHERE id = ?"), arguments: [id])
            .map { "share:\($0)" }
    }

    static func remove(_ id: UUID, of target: FollowTarget, in db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM follower WHERE id = ? AND \(column(target)) = ?)")
        guard try Bool.fetchOne(statement, arguments: [id, target.id]) ?? false else { return false }
        try delete(id, in: db)
        return true
    }

    /// Starts the time again for which a session's follower is kept, because it was told something.
    static func touch(
        _ follower: StoredFollower, at now: Date, limits: FollowerLimits, in db: Database
    ) throws {
        guard case .session = follower.target else { return }
        let expiry = now.storedMilliseconds + limits.sessionAge.storedMilliseconds
        guard follower.expiresAt.storedMilliseconds < expiry - millisecondsPerDay else { return }
        try db.cachedStatement(sql: "UPDATE follower SET expires_at = ? WHERE id = ?")
            .execute(arguments: [expiry, follower.id])
    }

    /// Deletes a follower with its messages.
    private static func delete(_ id: UUID, in db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM follower WHERE id = ?").execute(arguments: [id])
        try OutboxTable.deleteEndpoint(.follower(id), in: db)
    }

    private static func expired(
        at now: Int64, of target: FollowTarget, in db: Database
    ) throws -> [UUID] {
        try UUID.fetchAll(
            db, sql: "SELECT id FROM follower WHERE \(column(target)) = ? AND expires_at <= ?",
            arguments: [target.id, now])
    }

    /// Deletes the session's followers, and those of its scans whose results are stored.
    static func deleteSession(_ session: UUID, in db: Database) throws -> [String: Int] {
        let ids = try UUID.fetchAll(
            db,
            sql: """
                SELECT id FROM follower WHERE session_id = ?
                UNION SELECT id FROM follower WHERE scan_id IN
                    (SELECT scan_id FROM result WHERE session_id = ? UNION SELECT scan_id FROM followed WHERE session_id = ?)
                """, arguments: [session, session, session])
        for id in ids { try delete(id, in: db) }
        try ActivityTable.deleteSession(session, in: db)
        return ids.isEmpty ? [:] : ["followers": ids.count]
    }

    static func sweep(at time: StoreTime, limit: Int, in db: Database) throws -> Int {
        let ids = try UUID.fetchAll(
            db, sql: "SELECT id FROM follower WHERE expires_at <= ? ORDER BY expires_at LIMIT ?",
            arguments: [time.now, limit])
        for id in ids { try delete(id, in: db) }
        if ids.count == limit { return limit }
        return max(ids.count, try ActivityTable.sweep(at: time.now, limit: limit, in: db))
    }

    // MARK: - Rows

    private static func column(_ target: FollowTarget) -> String {
        switch target {
        case .scan: "scan_id"
        case .session: "session_id"
        }
    }

    private static func ids(_ target: FollowTarget) -> (scan: UUID?, session: UUID?) {
        switch target {
        case .scan(let id): (id, nil)
        case .session(let id): (nil, id)
        }
    }

    private static func follower(_ row: Row) throws -> StoredFollower {
        let (scan, session): (UUID?, UUID?) = (
            try row.storedIfAny("scan_id"), try row.storedIfAny("session_id")
        )
        guard let target = scan.map({ FollowTarget.scan($0) }) ?? session.map({ .session($0) }) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT)
        }
        return StoredFollower(
            id: try row.stored("id"), target: target, carrier: try row.stored("carrier"),
            address: try row.stored("address"), language: try row.stored("language"),
            followsProgress: try row.stored("follows_progress"),
            createdAt: Date(storedMilliseconds: try row.stored("created_at")),
            expiresAt: Date(storedMilliseconds: try row.stored("expires_at")))
    }
}
