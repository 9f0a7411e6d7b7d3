import Foundation
import GRDB
import SystemSupport

/// The messages that wait to be sent to webhooks, and the dead letters. All times are in milliseconds since 1970.
enum OutboxTable: TableGroup {
    static let columns =
        "id, event_id, endpoint, type, body, created_at, expires_at, attempts, due_at, dead_at, last_outcome, share"

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
                    CREATE INDEX outbox_waiting ON outbox (endpoint, due_at) WHERE dead_at IS NULL;
                    CREATE INDEX outbox_dead ON outbox (expires_at) WHERE dead_at IS NOT NULL;
                    CREATE INDEX outbox_by_session ON outbox (session_id);
                    CREATE INDEX outbox_by_endpoint ON outbox (endpoint);
                    -- Counting the rows would take longer than inserting one.
                    CREATE TABLE outbox_size (entries INTEGER NOT NULL) STRICT;
                    INSERT INTO outbox_size VALUES (0);
                    CREATE TRIGGER outbox_grows AFTER INSERT ON outbox BEGIN
                        UPDATE outbox_size SET entries = entries + 1;
                    END;
                    CREATE TRIGGER outbox_shrinks AFTER DELETE ON outbox BEGIN
                        UPDATE outbox_size SET entries = entries - 1;
                    END;
                    """)
            try OutboxReceivers.create(in: db)
        }
        migrator.registerMigration("outbox-2") { try OutboxReceivers.addHosts(in: $0) }
        migrator.registerMigration("outbox-3") { try OutboxReceivers.addLanes(in: $0) }
    }

    /// Inserts a message for each receiver that wants the event.
    static func insert(
        _ event: OutboxEvent, _ configuration: StoreConfiguration, in db: Database
    ) throws -> OutboxReceipt {
        var endpoints = event.operators.map { OutboxEndpoint.configured($0) }
        if try PreferenceTable.wants(event.trigger, session: event.session, in: db) {
            endpoints.append(.session(event.session))
            try PreferenceTable.touch(
                event.session, at: event.time, limits: configuration.sharing, in: db)
        }
        let limits = configuration.outbox
        var receipt = OutboxReceipt()
        for endpoint in endpoints {
            guard try hasRoom(for: endpoint, of: event.client, limits: limits, in: db) else {
                receipt.dropped += 1
                continue
            }
            let now = event.time.storedMilliseconds
            try db.cachedStatement(
                sql: """
                    INSERT INTO outbox
                        (event_id, endpoint, session_id, type, body, created_at, expires_at, due_at, share)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """
            ).execute(arguments: [
                event.id, endpoint.stored, event.session, event.trigger.type, event.body, now,
                now + limits.age.storedMilliseconds, now, ShareTable.share(of: event.client),
            ])
            try OutboxReceivers.refresh(endpoint.stored, in: db)
            receipt.queued += 1
        }
        return receipt
    }

    /// Whether there is room for a message, and its client may have more. Where the outbox is full, the oldest dead letter is deleted;
    /// for a session's webhook, only one to a session's. Without a dead letter there is no room.
    private static func hasRoom(
        for endpoint: OutboxEndpoint, of client: ClientID?, limits: OutboxLimits, in db: Database
    ) throws -> Bool {
        let isForSession = if case .session = endpoint { true } else { false }
        if isForSession {
            let statement = try db.cachedStatement(sql: "SELECT COUNT(*) FROM outbox WHERE endpoint = ?")
            let count = try Int.fetchOne(statement, arguments: [endpoint.stored]) ?? 0
            if count >= limits.perSession { return false }
        }
        let limit = isForSession ? limits.entriesWithSessions : limits.entries
        guard try ShareTable.hasRoom(.outbox, for: client, limit: limit, in: db) else { return false }
        let count = try Int.fetchOne(db.cachedStatement(sql: "SELECT entries FROM outbox_size")) ?? 0
        if count < limit { return true }
        let replaceable = isForSession ? " AND endpoint GLOB '\(OutboxEndpoint.storedSessions)'" : ""
        try db.execute(
            sql: """
                DELETE FROM outbox WHERE id IN
                    (SELECT id FROM outbox WHERE dead_at IS NOT NULL\(replaceable) ORDER BY expires_at LIMIT 1)
                """)
        return db.changesCount > 0
    }

    /// Returns the message to a receiver that has been due for the longest time, of the share whose turn it is.
    /// - Parameter last: the shares of the receivers' last messages.
    static func first(
        for endpoint: String, at now: Int64, after last: [OutboxEndpoint: Int], in db: Database
    ) throws -> OutboxMessage? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(columns) FROM outbox
                WHERE endpoint = ? AND dead_at IS NULL AND share > ? AND due_at <= ?
                ORDER BY share, due_at, id LIMIT 1
                """)
        func next(after share: Int) throws -> Row? {
            try Row.fetchOne(statement, arguments: [endpoint, share, now])
        }
        let share = OutboxEndpoint(stored: endpoint).flatMap { last[$0] }
        return try (share.flatMap { try next(after: $0) } ?? next(after: Int.min)).map(message)
    }

    static func delete(_ id: Int64, in db: Database) throws -> Bool {
        let endpoint = try String.fetchOne(
            db.cachedStatement(sql: "SELECT endpoint FROM outbox WHERE id = ?"), arguments: [id])
        guard let endpoint else { return false }
        try db.cachedStatement(sql: "DELETE FROM outbox WHERE id = ?").execute(arguments: [id])
        try OutboxReceivers.refresh(endpoint, in: db)
        return true
    }

    /// - Parameter due: time at which the message may be sent again, in milliseconds since 1970.
    static func recordFailure(_ message: OutboxMessage, _ outcome: String, due: Int64, in db: Database) throws
    {
        try db.cachedStatement(
            sql: "UPDATE outbox SET attempts = attempts + 1, due_at = ?, last_outcome = ? WHERE id = ?"
        ).execute(arguments: [due, outcome, message.number])
        try OutboxReceivers.refresh(message.endpoint.stored, in: db)
    }

    static func deadLetter(
        _ message: OutboxMessage, _ outcome: String, at now: Int64, limits: OutboxLimits, in db: Database
    ) throws {
        try db.cachedStatement(
            sql: """
                UPDATE outbox SET attempts = attempts + 1, dead_at = ?, expires_at = ?, last_outcome = ?
                WHERE id = ?
                """
        ).execute(arguments: [now, now + limits.age.storedMilliseconds, outcome, message.number])
        try OutboxReceivers.refresh(message.endpoint.stored, in: db)
    }

    /// Makes a message due now and gives it all its attempts again.
    static func retry(_ id: Int64, at now: Int64, limits: OutboxLimits, in db: Database) throws -> Bool {
        let endpoint = try String.fetchOne(
            db, sql: "SELECT endpoint FROM outbox WHERE id = ?", arguments: [id])
        guard let endpoint else { return false }
        try db.execute(
            sql: "UPDATE outbox SET attempts = 0, dead_at = NULL, due_at = ?, expires_at = ? WHERE id = ?",
            arguments: [now, now + limits.age.storedMilliseconds, id])
        try OutboxReceivers.resetBackoff(endpoint, in: db)
        return true
    }

    // MARK: - For the operator

    /// Followers' messages are over in minutes, and nothing to be looked at.
    private static let isWebhook = "endpoint NOT GLOB '\(OutboxEndpoint.storedFollowers)'"

    static func list(limit: Int, in db: Database) throws -> [OutboxMessage] {
        try Row.fetchAll(
            db, sql: "SELECT \(columns) FROM outbox WHERE \(isWebhook) ORDER BY id LIMIT ?",
            arguments: [limit]
        ).map(message)
    }

    static func counts(in db: Database) throws -> OutboxCounts {
        let row = try Row.fetchOne(db, sql: "SELECT COUNT(*), COUNT(dead_at) FROM outbox WHERE \(isWebhook)")
        let (all, dead): (Int, Int) = (row?[0] ?? 0, row?[1] ?? 0)
        return OutboxCounts(pending: all - dead, deadLetters: dead)
    }

    // MARK: - Deletion

    static func deleteEndpoint(_ endpoint: OutboxEndpoint, in db: Database) throws {
        try db.execute(sql: "DELETE FROM outbox WHERE endpoint = ?", arguments: [endpoint.stored])
        try OutboxReceivers.refresh(endpoint.stored, in: db)
    }

    static func deleteSession(_ session: UUID, in db: Database) throws -> [String: Int] {
        let endpoints = try String.fetchAll(
            db, sql: "SELECT DISTINCT endpoint FROM outbox WHERE session_id = ?", arguments: [session])
        try db.execute(sql: "DELETE FROM outbox WHERE session_id = ?", arguments: [session])
        let deleted = db.changesCount
        for endpoint in endpoints { try OutboxReceivers.refresh(endpoint, in: db) }
        return deleted > 0 ? ["webhook_messages": deleted] : [:]
    }

    static func sweep(at time: StoreTime, limit: Int, in db: Database) throws -> Int {
        try db.delete(
            from: "outbox", key: "id", where: "dead_at IS NOT NULL AND expires_at <= ?", time.now,
            limit: limit)
    }

    private static func message(_ row: Row) throws -> OutboxMessage {
        guard let endpoint = OutboxEndpoint(stored: try row.stored("endpoint")) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT)
        }
        let deadAt: Int64? = try row.storedIfAny("dead_at")
        return OutboxMessage(
            number: try row.stored("id"), event: try row.stored("event_id"), endpoint: endpoint,
            type: try row.stored("type"), body: try row.stored("body"),
            createdAt: Date(storedMilliseconds: try row.stored("created_at")),
            expiresAt: Date(storedMilliseconds: try row.stored("expires_at")),
            attempts: try row.stored("attempts"), dueAt: Date(storedMilliseconds: try row.stored("due_at")),
            isDeadLetter: deadAt != nil, lastOutcome: try row.storedIfAny("last_outcome"),
            share: try row.stored("share"))
    }
}

/// The messages to followers. They are nobody's share: what a follower may have is bounded by what is told of a scan.
extension OutboxTable {
    /// - Parameters:
    ///   - event: the scan, or what names the event.
    ///   - due: time before which it isn't sent, in milliseconds since 1970; nil for as soon as what waits of the event was sent.
    static func insertPush(
        _ phase: PushPhase, of event: UUID, to follower: StoredFollower, _ body: Data, at now: Date,
        due: Int64? = nil, in db: Database
    ) throws {
        let (time, endpoint) = (now.storedMilliseconds, OutboxEndpoint.follower(follower.id).stored)
        // The clock may have been set back since the last one was written.
        let last = try Int64.fetchOne(
            db.cachedStatement(
                sql: "SELECT MAX(due_at) FROM outbox WHERE endpoint = ? AND event_id = ? AND dead_at IS NULL"),
            arguments: [endpoint, event])
        try db.cachedStatement(
            sql: """
                INSERT INTO outbox
                    (event_id, endpoint, session_id, type, body, created_at, expires_at, due_at, share)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            event, endpoint, follower.target.id, phase.rawValue, body, time,
            follower.expiresAt.storedMilliseconds, due ?? max(time, last ?? time), ShareTable.nobody,
        ])
        try OutboxReceivers.refresh(endpoint, in: db)
    }

    /// Removes the update of a scan that waits for a follower. One that is being sent just now is sent all the same.
    /// - Returns: when it was due; nil where none waited.
    static func removeUpdate(of scan: UUID, to follower: StoredFollower, in db: Database) throws -> Int64? {
        let endpoint = OutboxEndpoint.follower(follower.id).stored
        let condition = "endpoint = ? AND event_id = ? AND type = '\(PushPhase.update.rawValue)'"
        let due = try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT due_at FROM outbox WHERE \(condition)"),
            arguments: [endpoint, scan])
        guard let due else { return nil }
        try db.cachedStatement(sql: "DELETE FROM outbox WHERE \(condition)").execute(arguments: [
            endpoint, scan,
        ])
        try OutboxReceivers.refresh(endpoint, in: db)
        return due
    }

    /// Whether a message that belongs to no scan under way may be added. Half of the outbox is left for others.
    static func hasRoomForAlert(
        to follower: StoredFollower, _ configuration: StoreConfiguration, in db: Database
    ) throws -> Bool {
        let count = try Int.fetchOne(
            db.cachedStatement(sql: "SELECT COUNT(*) FROM outbox WHERE endpoint = ?"),
            arguments: [OutboxEndpoint.follower(follower.id).stored])
        guard (count ?? 0) < configuration.followers.alerts else { return false }
        let all = try Int.fetchOne(db.cachedStatement(sql: "SELECT entries FROM outbox_size")) ?? 0
        return all < configuration.outbox.entries / 2
    }

    static func waitingPushes(in db: Database) throws -> Int {
        try Int.fetchOne(
            db,
            sql: "SELECT COUNT(*) FROM outbox WHERE endpoint GLOB '\(OutboxEndpoint.storedFollowers)'") ?? 0
    }
}
