import Foundation
import GRDB

/// The receivers that have waiting messages: when the next message may be sent to each, how often it failed, and its host. With
/// this table an index finds the next message, however many messages wait for receivers in back-off.
enum OutboxReceivers {
    static func create(in db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE outbox_receiver (
                    endpoint TEXT PRIMARY KEY,
                    ready_at INTEGER NOT NULL,
                    failures INTEGER NOT NULL DEFAULT 0,
                    rests_until INTEGER NOT NULL DEFAULT 0
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX outbox_receiver_ready ON outbox_receiver (ready_at);
                """)
    }

    /// Adds the host that a session's webhook is on, or the client that registered a follower; an operator's receiver stands for itself.
    static func addHosts(in db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE outbox_receiver ADD COLUMN host TEXT NOT NULL DEFAULT '';
                UPDATE outbox_receiver SET host = endpoint;
                """)
    }

    /// Adds who sends to a receiver, so that neither of the two looks through the other's.
    static func addLanes(in db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE outbox_receiver ADD COLUMN lane INTEGER NOT NULL DEFAULT 0;
                DROP INDEX outbox_receiver_ready;
                CREATE INDEX outbox_receiver_ready ON outbox_receiver (lane, ready_at);
                """)
    }

    /// Returns the receiver that has waited longest, among those to which a message may be sent now, and its host.
    static func ready(
        _ lane: OutboxLane, at now: Int64, besides busy: OutboxBusy, in db: Database
    ) throws -> (endpoint: String, host: String)? {
        try Row.fetchOne(
            db,
            sql: """
                SELECT endpoint, host FROM outbox_receiver WHERE lane = ? AND \(isIdle(busy)) AND ready_at <= ?
                ORDER BY ready_at LIMIT 1
                """, arguments: [lane.rawValue] + arguments(busy) + [now]
        ).map { (try $0.stored("endpoint"), try $0.stored("host")) }
    }

    /// Returns the next time at which a message may be sent to a receiver, in milliseconds since 1970.
    static func nextReady(
        _ lane: OutboxLane, besides busy: OutboxBusy, in db: Database
    ) throws -> Int64? {
        try Int64.fetchOne(
            db,
            sql: """
                SELECT ready_at FROM outbox_receiver WHERE lane = ? AND \(isIdle(busy)) ORDER BY ready_at LIMIT 1
                """,
            arguments: [lane.rawValue] + arguments(busy))
    }

    private static func isIdle(_ busy: OutboxBusy) -> String {
        func list(_ count: Int) -> String { Array(repeating: "?", count: count).joined(separator: ", ") }
        return "endpoint NOT IN (\(list(busy.receivers.count))) AND host NOT IN (\(list(busy.hosts.count)))"
            + (busy.withSessions ? " AND endpoint NOT GLOB '\(OutboxEndpoint.storedSessions)'" : "")
    }

    private static func arguments(_ busy: OutboxBusy) -> StatementArguments {
        StatementArguments(busy.receivers.map(\.stored) + busy.hosts)
    }

    /// Updates a receiver's entry. It must be called after each change of that receiver's messages.
    static func refresh(_ endpoint: String, in db: Database) throws {
        let statement = try db.cachedStatement(
            sql: "SELECT due_at FROM outbox WHERE endpoint = ? AND dead_at IS NULL ORDER BY due_at LIMIT 1")
        guard let due = try Int64.fetchOne(statement, arguments: [endpoint]) else {
            try db.cachedStatement(sql: "DELETE FROM outbox_receiver WHERE endpoint = ?")
                .execute(arguments: [endpoint])
            return
        }
        try db.cachedStatement(
            sql: "UPDATE outbox_receiver SET ready_at = MAX(?, rests_until) WHERE endpoint = ?"
        ).execute(arguments: [due, endpoint])
        if db.changesCount > 0 { return }
        try db.cachedStatement(
            sql: "INSERT INTO outbox_receiver (endpoint, ready_at, host, lane) VALUES (?, ?, ?, ?)"
        ).execute(arguments: [
            endpoint, due, try host(of: endpoint, in: db), OutboxLane(endpoint: endpoint).rawValue,
        ])
    }

    private static func host(of endpoint: String, in db: Database) throws -> String {
        if case .follower(let id) = OutboxEndpoint(stored: endpoint) {
            return try FollowerTable.client(of: id, in: db) ?? endpoint
        }
        guard case .session(let id) = OutboxEndpoint(stored: endpoint),
            let url = try PreferenceTable.preferences(of: id, in: db)?.webhook?.url
        else { return endpoint }
        return URLComponents(string: url)?.host?.lowercased() ?? endpoint
    }

    /// Number of the receiver's failures since its last success.
    static func failures(of endpoint: String, in db: Database) throws -> Int {
        let statement = try db.cachedStatement(
            sql: "SELECT failures FROM outbox_receiver WHERE endpoint = ?")
        return try Int.fetchOne(statement, arguments: [endpoint]) ?? 0
    }

    /// Counts a failure. The caller must call `refresh` afterwards.
    /// - Parameter backoffUntil: time in milliseconds since 1970. The receiver gets no message before it.
    static func recordFailure(_ endpoint: String, backoffUntil: Int64, in db: Database) throws {
        try db.cachedStatement(
            sql: "UPDATE outbox_receiver SET failures = failures + 1, rests_until = ? WHERE endpoint = ?"
        ).execute(arguments: [backoffUntil, endpoint])
    }

    /// Ends a receiver's back-off, after a success or at the operator's request.
    static func resetBackoff(_ endpoint: String, in db: Database) throws {
        try db.cachedStatement(
            sql: "UPDATE outbox_receiver SET failures = 0, rests_until = 0 WHERE endpoint = ?"
        ).execute(arguments: [endpoint])
        try refresh(endpoint, in: db)
    }
}
