import SystemSupport
import Foundation
import GRDB

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
