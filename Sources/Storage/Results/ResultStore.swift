package import Foundation
import GRDB
package import SystemSupport

/// The stored results, by session. A result that is past its retention is never returned, even if it isn't deleted yet.
package protocol ResultStore: Sendable {
    /// Saves a result, puts the event into the outbox, and returns when both are stored.
    /// - Parameter client: the client whose share of the store is taken; nil for nobody's.
    /// - Returns: `isSaved` is false where the client has its share. The event is published in any case.
    @discardableResult
    func save(
        _ result: StoredResult, publishing event: OutboxEvent?, of client: ClientID?
    ) async throws(StoreError) -> (isSaved: Bool, messages: OutboxReceipt)

    /// Puts an event into the outbox when its result isn't stored.
    func publish(_ event: OutboxEvent) async throws(StoreError) -> OutboxReceipt

    func latest(session: UUID) async throws(StoreError) -> StoredResult?

    func result(scan: UUID) async throws(StoreError) -> StoredResult?

    /// Returns a page of a session's results.
    /// - Parameter before: a scan of the same session, after which the page starts. An unknown or deleted scan gives an
    ///   empty page.
    func results(session: UUID, limit: Int, before: UUID?) async throws(StoreError) -> ResultPage

    /// Deletes everything that is stored for a session, of all kinds. It returns when nothing of that is left, with the number of
    /// deleted entries by their kind.
    func deleteSession(_ session: UUID) async throws(StoreError) -> [String: Int]
}

extension ResultStore {
    @discardableResult
    package func save(
        _ result: StoredResult, of client: ClientID? = nil
    ) async throws(StoreError) -> (isSaved: Bool, messages: OutboxReceipt) {
        try await save(result, publishing: nil, of: client)
    }
}

package struct StoredResult: Sendable, Equatable {
    package enum Kind: String, Sendable {
        case image, text
    }

    package let scan: UUID
    package let session: UUID
    package let kind: Kind
    /// The risk level, spelled as in the API.
    package let risk: String
    /// Time of the scan, stored in whole milliseconds.
    package let createdAt: Date
    /// The scan's response as JSON. The caller has removed the message's words from it.
    package let body: Data

    package init(scan: UUID, session: UUID, kind: Kind, risk: String, createdAt: Date, body: Data) {
        self.scan = scan
        self.session = session
        self.kind = kind
        self.risk = risk
        self.createdAt = createdAt
        self.body = body
    }
}

package struct ResultPage: Sendable, Equatable {
    package var results: [StoredResult]
    package var hasMore: Bool

    package init(results: [StoredResult], hasMore: Bool) {
        self.results = results
        self.hasMore = hasMore
    }
}

package struct SQLiteResultStore: ResultStore {
    private let store: SQLiteStore

    package init(_ store: SQLiteStore) {
        self.store = store
    }

    private var time: StoreTime { StoreTime(Date(), retention: store.configuration.retention) }

    /// Result and event are put on the disk by one transaction.
    @discardableResult
    package func save(
        _ result: StoredResult, publishing event: OutboxEvent?, of client: ClientID?
    ) async throws(StoreError) -> (isSaved: Bool, messages: OutboxReceipt) {
        try await store.write { [configuration = store.configuration] db in
            let isSaved = try ShareTable.hasRoomForResult(of: client, limit: configuration.sizeLimit, in: db)
            if isSaved {
                try ResultTable.insert(result, of: client, in: db)
                // The event of a result that is stored already was put there with it.
                guard db.changesCount > 0 else { return (true, OutboxReceipt()) }
            }
            let messages = try event.map { try OutboxTable.insert($0, configuration, in: db) }
            return (isSaved, messages ?? OutboxReceipt())
        }
    }

    package func publish(_ event: OutboxEvent) async throws(StoreError) -> OutboxReceipt {
        try await store.write { [configuration = store.configuration] db in
            try OutboxTable.insert(event, configuration, in: db)
        }
    }

    package func latest(session: UUID) async throws(StoreError) -> StoredResult? {
        try await store.read { [time] in try ResultTable.latest(session: session, at: time, in: $0) }
    }

    package func result(scan: UUID) async throws(StoreError) -> StoredResult? {
        try await store.read { [time] in try ResultTable.result(scan: scan, at: time, in: $0) }
    }

    package func results(session: UUID, limit: Int, before: UUID?) async throws(StoreError) -> ResultPage {
        try await store.read { [time] in
            try ResultTable.page(session: session, limit: limit, before: before, at: time, in: $0)
        }
    }

    /// It returns when nothing is left in the database's files.
    package func deleteSession(_ session: UUID) async throws(StoreError) -> [String: Int] {
        try await store.write(.immediate) { db in
            // Later groups know by what earlier ones hold which of their rows belong to the session.
            try StoreSchema.groups.reversed().reduce(into: [:]) { counts, group in
                counts.merge(try group.deleteSession(session, in: db), uniquingKeysWith: +)
            }
        }
    }
}

/// The results. Their row ids grow in the order of storing. This is also the order of a session's results, because the
/// clock may be set back.
enum ResultTable: TableGroup {
    private static let columns = "scan_id, session_id, kind, risk, created_at, checksum, body"

    static func registerMigrations(in migrator: inout DatabaseMigrator) {
        migrator.registerMigration("result-1") { db in
            try db.execute(
                sql: """
                    CREATE TABLE result (
                        id INTEGER PRIMARY KEY,
                        scan_id BLOB NOT NULL UNIQUE,
                        session_id BLOB NOT NULL,
                        kind TEXT NOT NULL,
                        risk TEXT NOT NULL,
                        created_at INTEGER NOT NULL,
                        checksum INTEGER NOT NULL,
                        body BLOB NOT NULL
                    ) STRICT;
                    -- Each index entry ends with the id, so a session's newest result is its last entry.
                    CREATE INDEX result_by_session ON result (session_id);
                    CREATE INDEX result_by_age ON result (created_at);
                    """)
        }
    }

    /// Inserts a result, unless the scan has one: a request that comes again after a restart has the id that it had.
    /// - Parameter client: the client whose share of the database is taken; nil for nobody's.
    static func insert(_ result: StoredResult, of client: ClientID? = nil, in db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO result (\(columns), share) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (scan_id) DO NOTHING
                """
        ).execute(arguments: [
            result.scan, result.session, result.kind.rawValue, result.risk,
            result.createdAt.storedMilliseconds, checksum(result.body), result.body,
            ShareTable.share(of: client),
        ])
    }

    static func latest(session: UUID, at time: StoreTime, in db: Database) throws -> StoredResult? {
        let statement = try db.cachedStatement(
            sql:
                "SELECT \(columns) FROM result WHERE session_id = ? AND created_at > ? ORDER BY id DESC LIMIT 1"
        )
        return try Row.fetchOne(statement, arguments: [session, time.horizon]).map(result)
    }

    static func result(scan: UUID, at time: StoreTime, in db: Database) throws -> StoredResult? {
        let statement = try db.cachedStatement(
            sql: "SELECT \(columns) FROM result WHERE scan_id = ? AND created_at > ?")
        return try Row.fetchOne(statement, arguments: [scan, time.horizon]).map(result)
    }

    static func page(
        session: UUID, limit: Int, before: UUID?, at time: StoreTime, in db: Database
    ) throws -> ResultPage {
        var bound = Int64.max
        if let before {
            let statement = try db.cachedStatement(
                sql: "SELECT id FROM result WHERE scan_id = ? AND session_id = ?")
            guard let id = try Int64.fetchOne(statement, arguments: [before, session]) else {
                return ResultPage(results: [], hasMore: false)
            }
            bound = id
        }
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(columns) FROM result
                WHERE session_id = ? AND id < ? AND created_at > ? ORDER BY id DESC LIMIT ?
                """)
        let rows = try Row.fetchAll(statement, arguments: [session, bound, time.horizon, limit + 1])
        return ResultPage(results: try rows.prefix(limit).map(result), hasMore: rows.count > limit)
    }

    static func deleteSession(_ session: UUID, in db: Database) throws -> [String: Int] {
        try db.cachedStatement(sql: "DELETE FROM result WHERE session_id = ?").execute(arguments: [session])
        return ["results": db.changesCount]
    }

    static func sweep(at time: StoreTime, limit: Int, in db: Database) throws -> Int {
        try db.delete(
            from: "result", key: "id", where: "created_at <= ? ORDER BY created_at", time.horizon,
            limit: limit)
    }

    private static func result(_ row: Row) throws -> StoredResult {
        // SQLite doesn't notice changed bytes within a value, as a damaged disk makes them.
        let body: Data = try row.stored("body")
        guard try row.stored("checksum") == checksum(body),
            let kind = StoredResult.Kind(rawValue: try row.stored("kind"))
        else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
        return StoredResult(
            scan: try row.stored("scan_id"), session: try row.stored("session_id"), kind: kind,
            risk: try row.stored("risk"), createdAt: Date(storedMilliseconds: try row.stored("created_at")),
            body: body)
    }

    /// The FNV-1a checksum with 64 bits. It finds accidental changes and no intended ones.
    private static func checksum(_ bytes: Data) -> Int64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return Int64(bitPattern: hash)
    }
}
