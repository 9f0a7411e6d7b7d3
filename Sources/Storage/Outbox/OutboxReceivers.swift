import GRDB

/// The receivers that have waiting messages: when the next message may be sent to each, and how often it failed. With
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

    /// Returns the receiver that has waited longest, among those to which a message may be sent now.
    static func ready(
        at now: Int64, busy: [OutboxEndpoint], onlyOperators: Bool, in db: Database
    ) throws -> String? {
        try String.fetchOne(
            db,
            sql: """
                SELECT endpoint FROM outbox_receiver WHERE ready_at <= ? AND \(isIdle(busy, onlyOperators))
                ORDER BY ready_at LIMIT 1
                """, arguments: StatementArguments([now]) + StatementArguments(busy.map(\.stored)))
    }

    /// Returns the next time at which a message may be sent to a receiver, in milliseconds since 1970.
    static func nextReady(busy: [OutboxEndpoint], onlyOperators: Bool, in db: Database) throws -> Int64? {
        try Int64.fetchOne(
            db,
            sql: """
                SELECT ready_at FROM outbox_receiver WHERE \(isIdle(busy, onlyOperators)) ORDER BY ready_at LIMIT 1
                """,
            arguments: StatementArguments(busy.map(\.stored)))
    }

    private static func isIdle(_ busy: [OutboxEndpoint], _ onlyOperators: Bool) -> String {
        "endpoint NOT IN (\(busy.map { _ in "?" }.joined(separator: ", ")))"
            + (onlyOperators ? " AND endpoint NOT GLOB '\(OutboxEndpoint.storedSessions)'" : "")
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
            sql: """
                INSERT INTO outbox_receiver (endpoint, ready_at) VALUES (?, ?)
                ON CONFLICT (endpoint) DO UPDATE SET ready_at = MAX(excluded.ready_at, rests_until)
                """
        ).execute(arguments: [endpoint, due])
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
