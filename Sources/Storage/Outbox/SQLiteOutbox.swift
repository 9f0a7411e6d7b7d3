package import Foundation
import GRDB
import Synchronization

package struct SQLiteOutbox: Outbox {
    private let store: SQLiteStore
    private var limits: OutboxLimits { store.configuration.outbox }

    package init(_ store: SQLiteStore) {
        self.store = store
    }

    package func next(at now: Date, besides busy: OutboxBusy) async throws(StoreError) -> OutboxWork {
        let now = now.storedMilliseconds
        try await store.outboxClock.follow(now, in: store)
        return try await store.read { db in
            if let receiver = try OutboxReceivers.ready(.webhooks, at: now, besides: busy, in: db),
                let message = try OutboxTable.first(
                    for: receiver.endpoint, at: now, after: busy.lastShares, in: db)
            {
                return .send(message, host: receiver.host)
            }
            let next = try OutboxReceivers.nextReady(.webhooks, besides: busy, in: db)
            return .wait(until: next.map { Date(storedMilliseconds: max($0, now + 1)) })
        }
    }

    package func delivered(_ message: OutboxMessage) async throws(StoreError) {
        try await store.write { db in
            _ = try OutboxTable.delete(message.number, in: db)
            try OutboxReceivers.resetBackoff(message.endpoint.stored, in: db)
        }
    }

    package func failed(
        _ message: OutboxMessage, _ outcome: String, at now: Date, wait: Duration,
        backoff: @escaping @Sendable (Int) -> Duration
    ) async throws(StoreError) {
        try await store.write { db in
            let now = now.storedMilliseconds
            let endpoint = message.endpoint.stored
            let failures = try OutboxReceivers.failures(of: endpoint, in: db) + 1
            try OutboxReceivers.recordFailure(
                endpoint, backoffUntil: now + backoff(failures).storedMilliseconds, in: db)
            try OutboxTable.recordFailure(message, outcome, due: now + wait.storedMilliseconds, in: db)
        }
    }

    package func deadLetter(_ message: OutboxMessage, _ outcome: String, at now: Date)
        async throws(StoreError)
    {
        try await store.write { [limits] db in
            try OutboxTable.deadLetter(message, outcome, at: now.storedMilliseconds, limits: limits, in: db)
        }
    }

    package func webhook(of session: UUID) async throws(StoreError) -> StoredWebhook? {
        try await store.read { try PreferenceTable.preferences(of: session, in: $0)?.webhook }
    }

    package func removeWebhook(of session: UUID) async throws(StoreError) {
        try await store.write { try PreferenceTable.removeWebhook(of: session, in: $0) }
    }

    // MARK: - For the operator

    package func counts() async throws(StoreError) -> OutboxCounts {
        try await store.read { try OutboxTable.counts(in: $0) }
    }

    package func list(limit: Int) async throws(StoreError) -> [OutboxMessage] {
        try await store.read { try OutboxTable.list(limit: limit, in: $0) }
    }

    package func retry(_ number: Int64, at now: Date) async throws(StoreError) -> Bool {
        try await store.write { [limits] db in
            try OutboxTable.retry(number, at: now.storedMilliseconds, limits: limits, in: db)
        }
    }

    package func drop(_ number: Int64) async throws(StoreError) -> Bool {
        try await store.write(.immediate) { try OutboxTable.delete(number, in: $0) }
    }
}

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

/// Notices that the machine's clock was set back. Messages that were to wait for seconds would then wait for as long as the clock went
/// back, and what was written later would be due before them.
final class OutboxClock: Sendable {
    /// In milliseconds. Corrections of a clock that runs a little fast are smaller, and so is what one of two callers is late by, on a busy
    /// machine, with a time that it got before the other.
    private static let tolerance: Int64 = 10_000

    /// The latest time that was seen, in milliseconds since 1970; nil before the first.
    private let latest = Mutex<Int64?>(nil)

    /// Makes what waits due, if the clock was set back since the last call, or since the process before this one wrote a message.
    /// - Parameter now: in milliseconds since 1970.
    func follow(_ now: Int64, in store: SQLiteStore) async throws(StoreError) {
        let last = latest.withLock { latest in
            defer { latest = now }
            return latest
        }
        if let last, now + Self.tolerance >= last { return }
        do throws(StoreError) {
            try await store.write { db in
                if try last != nil || Self.isAhead(of: now, in: db) { try Self.makeAllDue(at: now, in: db) }
            }
        } catch {
            latest.withLock { $0 = last }
            throw error
        }
    }

    /// Whether a message was written at a later time than this.
    private static func isAhead(of now: Int64, in db: Database) throws -> Bool {
        try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM outbox WHERE created_at > ?)", arguments: [now + tolerance]
        ) ?? false
    }

    private static func makeAllDue(at now: Int64, in db: Database) throws {
        try db.execute(
            sql: "UPDATE outbox SET due_at = ? WHERE due_at > ? AND dead_at IS NULL", arguments: [now, now])
        try db.execute(
            sql: "UPDATE outbox_receiver SET ready_at = ?, rests_until = 0 WHERE ready_at > ?",
            arguments: [now, now])
    }
}
