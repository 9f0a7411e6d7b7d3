import Foundation
import GRDB

/// Messages on their way to webhooks, those that were given up, and receivers that rest after failures. Times are in
/// milliseconds since 1970.
enum OutboxTable: TableGroup {
    private static let columns =
        "id, event_id, endpoint, type, body, created_at, expires_at, attempts, due_at, dead_at, last_outcome"

    static func registerMigrations(in migrator: inout DatabaseMigrator) {
        migrator.registerMigration("outbox-1") { db in
            try db.execute(
                sql: """
                    CREATE TABLE outbox (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        event_id BLOB NOT NULL,
                        endpoint TEXT NOT NULL,
                        session_id BLOB NOT NULL,
                        type TEXT NOT NULL,
                        body BLOB NOT NULL,
                        created_at INTEGER NOT NULL,
                        expires_at INTEGER NOT NULL,
                        attempts INTEGER NOT NULL DEFAULT 0,
                        due_at INTEGER NOT NULL,
                        dead_at INTEGER,
                        last_outcome TEXT
                    ) STRICT;
                    CREATE INDEX outbox_due ON outbox (due_at) WHERE dead_at IS NULL;
                    CREATE INDEX outbox_dead ON outbox (expires_at) WHERE dead_at IS NOT NULL;
                    CREATE INDEX outbox_by_session ON outbox (session_id);
                    CREATE INDEX outbox_by_endpoint ON outbox (endpoint);
                    CREATE TABLE outbox_rest (
                        endpoint TEXT PRIMARY KEY,
                        failures INTEGER NOT NULL,
                        until INTEGER NOT NULL
                    ) STRICT, WITHOUT ROWID;
                    """)
        }
    }

    // MARK: - In

    /// Puts one message for each receiver that is to be told.
    static func insert(
        _ notice: WebhookNotice, _ configuration: StoreConfiguration, in db: Database
    ) throws -> OutboxReceipt {
        var endpoints = notice.operators.map { OutboxEndpoint.configured($0) }
        if try PreferenceTable.wants(notice.occasion, session: notice.session, in: db) {
            endpoints.append(.session(notice.session))
            try PreferenceTable.touch(
                notice.session, at: notice.time, limits: configuration.sharing, in: db)
        }
        let limits = configuration.outbox
        var receipt = OutboxReceipt()
        for endpoint in endpoints {
            guard try hasRoom(for: endpoint, limits: limits, in: db) else {
                receipt.dropped += 1
                continue
            }
            let now = notice.time.storedMilliseconds
            try db.cachedStatement(
                sql: """
                    INSERT INTO outbox (event_id, endpoint, session_id, type, body, created_at, expires_at, due_at)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    """
            ).execute(arguments: [
                notice.id, endpoint.stored, notice.session, notice.occasion.type, notice.body, now,
                now + limits.age.storedMilliseconds, now,
            ])
            receipt.queued += 1
        }
        return receipt
    }

    /// Where the outbox is full, what was given up goes before what is new is turned away.
    private static func hasRoom(for endpoint: OutboxEndpoint, limits: OutboxLimits, in db: Database) throws
        -> Bool
    {
        if case .session = endpoint {
            let statement = try db.cachedStatement(sql: "SELECT COUNT(*) FROM outbox WHERE endpoint = ?")
            let count = try Int.fetchOne(statement, arguments: [endpoint.stored]) ?? 0
            if count >= limits.perSession { return false }
        }
        let count = try Int.fetchOne(db.cachedStatement(sql: "SELECT COUNT(*) FROM outbox")) ?? 0
        if count < limits.entries { return true }
        try db.execute(
            sql: """
                DELETE FROM outbox WHERE id IN
                    (SELECT id FROM outbox WHERE dead_at IS NOT NULL ORDER BY expires_at LIMIT 1)
                """)
        return db.changesCount > 0
    }

    // MARK: - Out

    /// The message that waits longest of those that are due, to none of the receivers that are busy.
    static func due(at now: Int64, busy: [OutboxEndpoint], in db: Database) throws -> OutboxEntry? {
        try Row.fetchOne(
            db,
            sql: """
                SELECT \(columns) FROM outbox LEFT JOIN outbox_rest USING (endpoint)
                WHERE dead_at IS NULL AND due_at <= ? AND IFNULL(until, 0) <= ? AND \(isIdle(busy))
                ORDER BY due_at, id LIMIT 1
                """, arguments: StatementArguments([now, now]) + StatementArguments(busy.map(\.stored))
        ).map(entry)
    }

    /// When the next message is due to a receiver that isn't busy.
    static func nextDue(busy: [OutboxEndpoint], in db: Database) throws -> Int64? {
        try Int64.fetchOne(
            db,
            sql: """
                SELECT MIN(MAX(due_at, IFNULL(until, 0))) FROM outbox LEFT JOIN outbox_rest USING (endpoint)
                WHERE dead_at IS NULL AND \(isIdle(busy))
                """, arguments: StatementArguments(busy.map(\.stored)))
    }

    private static func isIdle(_ busy: [OutboxEndpoint]) -> String {
        "endpoint NOT IN (\(busy.map { _ in "?" }.joined(separator: ", ")))"
    }

    // MARK: - What became of it

    static func delete(_ id: Int64, in db: Database) throws -> Bool {
        try db.cachedStatement(sql: "DELETE FROM outbox WHERE id = ?").execute(arguments: [id])
        return db.changesCount > 0
    }

    static func endRest(of endpoint: OutboxEndpoint, in db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM outbox_rest WHERE endpoint = ?")
            .execute(arguments: [endpoint.stored])
    }

    /// How often the receiver has failed in a row.
    static func failures(of endpoint: OutboxEndpoint, in db: Database) throws -> Int {
        let statement = try db.cachedStatement(sql: "SELECT failures FROM outbox_rest WHERE endpoint = ?")
        return try Int.fetchOne(statement, arguments: [endpoint.stored]) ?? 0
    }

    /// - Parameters:
    ///   - due: when the message may be sent again.
    ///   - rest: until when its receiver gets nothing.
    static func fail(
        _ entry: OutboxEntry, _ outcome: String, due: Int64, rest: Int64, in db: Database
    ) throws {
        try db.cachedStatement(
            sql: "UPDATE outbox SET attempts = attempts + 1, due_at = ?, last_outcome = ? WHERE id = ?"
        ).execute(arguments: [due, outcome, entry.number])
        try db.cachedStatement(
            sql: """
                INSERT INTO outbox_rest (endpoint, failures, until) VALUES (?, 1, ?)
                ON CONFLICT (endpoint) DO UPDATE SET failures = failures + 1, until = excluded.until
                """
        ).execute(arguments: [entry.endpoint.stored, rest])
    }

    /// Gives a message up; it is kept to be looked at.
    static func bury(
        _ entry: OutboxEntry, _ outcome: String, at now: Int64, limits: OutboxLimits, in db: Database
    ) throws {
        try db.cachedStatement(
            sql: """
                UPDATE outbox SET attempts = attempts + 1, dead_at = ?, expires_at = ?, last_outcome = ?
                WHERE id = ?
                """
        ).execute(arguments: [now, now + limits.age.storedMilliseconds, outcome, entry.number])
    }

    /// Makes a message due now, with all its attempts before it.
    static func revive(_ id: Int64, at now: Int64, limits: OutboxLimits, in db: Database) throws -> Bool {
        let endpoint = try String.fetchOne(
            db, sql: "SELECT endpoint FROM outbox WHERE id = ?", arguments: [id])
        guard let endpoint else { return false }
        try db.execute(
            sql: "UPDATE outbox SET attempts = 0, dead_at = NULL, due_at = ?, expires_at = ? WHERE id = ?",
            arguments: [now, now + limits.age.storedMilliseconds, id])
        try db.execute(sql: "DELETE FROM outbox_rest WHERE endpoint = ?", arguments: [endpoint])
        return true
    }

    // MARK: - To be looked at

    static func list(limit: Int, in db: Database) throws -> [OutboxEntry] {
        try Row.fetchAll(db, sql: "SELECT \(columns) FROM outbox ORDER BY id LIMIT ?", arguments: [limit])
            .map(entry)
    }

    static func counts(in db: Database) throws -> OutboxCounts {
        let row = try Row.fetchOne(db, sql: "SELECT COUNT(*), COUNT(dead_at) FROM outbox")
        let (all, dead): (Int, Int) = (row?[0] ?? 0, row?[1] ?? 0)
        return OutboxCounts(pending: all - dead, dead: dead)
    }

    // MARK: - Sessions and time

    static func deleteEndpoint(_ endpoint: OutboxEndpoint, in db: Database) throws {
        try db.execute(sql: "DELETE FROM outbox WHERE endpoint = ?", arguments: [endpoint.stored])
        try endRest(of: endpoint, in: db)
    }

    static func deleteSession(_ session: UUID, in db: Database) throws -> [String: Int] {
        try endRest(of: .session(session), in: db)
        try db.execute(sql: "DELETE FROM outbox WHERE session_id = ?", arguments: [session])
        return db.changesCount > 0 ? ["webhook_messages": db.changesCount] : [:]
    }

    static func sweep(at time: StoreTime, limit: Int, in db: Database) throws -> Int {
        try db.execute(
            sql: """
                DELETE FROM outbox WHERE id IN
                    (SELECT id FROM outbox WHERE dead_at IS NOT NULL AND expires_at <= ? LIMIT ?)
                """, arguments: [time.now, limit])
        let deleted = db.changesCount
        try db.execute(
            sql: """
                DELETE FROM outbox_rest
                WHERE until <= ? AND endpoint NOT IN (SELECT endpoint FROM outbox WHERE dead_at IS NULL)
                """, arguments: [time.now])
        return deleted
    }

    private static func entry(_ row: Row) throws -> OutboxEntry {
        guard let endpoint = OutboxEndpoint(stored: try row.stored("endpoint")) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT)
        }
        let deadAt: Int64? = try row.storedIfAny("dead_at")
        return OutboxEntry(
            number: try row.stored("id"), event: try row.stored("event_id"), endpoint: endpoint,
            type: try row.stored("type"), body: try row.stored("body"),
            createdAt: Date(storedMilliseconds: try row.stored("created_at")),
            expiresAt: Date(storedMilliseconds: try row.stored("expires_at")),
            attempts: try row.stored("attempts"), dueAt: Date(storedMilliseconds: try row.stored("due_at")),
            isDead: deadAt != nil, lastOutcome: try row.storedIfAny("last_outcome"))
    }
}

extension Duration {
    var storedMilliseconds: Int64 { Int64(self / .milliseconds(1)) }
}
