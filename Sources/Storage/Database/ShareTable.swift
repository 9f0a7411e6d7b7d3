import SystemSupport
import Foundation
import GRDB

/// What each client has of the tables that have a limit, so that none can fill one: a client gets more as long as it has no more than
/// what is left. The messages of one receiver take turns by it too.
///
/// A client is one of 1,024 shares, by a hash that differs from process to process. So a row tells nobody whose it was: some clients
/// have a share together, and the rows from before a start are nobody's in particular.
enum ShareTable: TableGroup {
    enum Kind: String {
        case outbox, preference, subject, result, follower

        /// Those that had their triggers from the first; a table that came later adds its own.
        static let first: [Kind] = [.outbox, .preference, .subject, .result]

        /// What a row counts.
        fileprivate func amount(_ row: String) -> String {
            switch self {
            // A dead letter makes room for a message.
            case .outbox: "(\(row).dead_at IS NULL)"
            case .preference, .subject, .follower: "1"
            // Bytes: the body, and about as much for the rest and the indices as they take.
            case .result: "(LENGTH(\(row).body) + 256)"
            }
        }
    }

    private static let count = 1_024

    /// The share of rows from before there were shares, and of messages to followers.
    static let nobody = -1

    static func share(of client: ClientID?) -> Int { client.map { $0.hashValue & (count - 1) } ?? nobody }

    static func registerMigrations(in migrator: inout DatabaseMigrator) {
        migrator.registerMigration("share-1") { db in
            try db.execute(
                sql: """
                    CREATE TABLE share (
                        kind TEXT NOT NULL,
                        share INTEGER NOT NULL,
                        amount INTEGER NOT NULL,
                        PRIMARY KEY (kind, share)
                    ) STRICT, WITHOUT ROWID;
                    """)
            for kind in Kind.first {
                try db.execute(
                    sql: """
                        ALTER TABLE \(kind) ADD COLUMN share INTEGER NOT NULL DEFAULT \(nobody);
                        INSERT INTO share SELECT '\(kind)', \(nobody), IFNULL(SUM(\(kind.amount("\(kind)"))), 0) FROM \(kind);
                        """)
                try addTriggers(kind, in: db)
            }
            try db.execute(
                sql: """
                    CREATE TRIGGER outbox_share_changes AFTER UPDATE OF dead_at ON outbox BEGIN
                        UPDATE share SET amount = amount + (NEW.dead_at IS NULL) - (OLD.dead_at IS NULL)
                        WHERE kind = 'outbox' AND share = NEW.share;
                    END;
                    CREATE INDEX outbox_turns ON outbox (endpoint, share, due_at) WHERE dead_at IS NULL;
                    """)
        }
    }

    /// Counts a table's rows from now on.
    static func addTriggers(_ kind: Kind, in db: Database) throws {
        try db.execute(
            sql: """
                CREATE TRIGGER \(kind)_share_grows AFTER INSERT ON \(kind) BEGIN
                    INSERT INTO share VALUES ('\(kind)', NEW.share, \(kind.amount("NEW")))
                    ON CONFLICT (kind, share) DO UPDATE SET amount = amount + excluded.amount;
                END;
                CREATE TRIGGER \(kind)_share_shrinks AFTER DELETE ON \(kind) BEGIN
                    UPDATE share SET amount = amount - \(kind.amount("OLD"))
                    WHERE kind = '\(kind)' AND share = OLD.share;
                END;
                """)
    }

    /// Whether a client may have more of a table.
    /// - Parameter limit: the largest amount of all clients together.
    static func hasRoom(_ kind: Kind, for client: ClientID?, limit: Int, in db: Database) throws -> Bool {
        let (all, held) = try amounts(kind, client, in: db)
        return all < limit && held <= limit - all
    }

    /// Whether a client may store another result. What the file takes counts, of which the client has as much as of the results.
    /// - Parameter limit: the largest size of the file in bytes.
    static func hasRoomForResult(of client: ClientID?, limit: Int?, in db: Database) throws -> Bool {
        guard let client, let limit else { return true }
        func pragma(_ name: String) throws -> Int { try Int.fetchOne(db, sql: "PRAGMA \(name)") ?? 0 }
        let used = try (pragma("page_count") - pragma("freelist_count")) * pragma("page_size")
        let (all, held) = try amounts(.result, client, in: db)
        return Double(held) * Double(used) <= Double(limit - used) * Double(max(1, all))
    }

    /// What all clients together have of each table.
    static func totals(in db: Database) throws -> [Kind: Int] {
        let rows = try Row.fetchAll(db, sql: "SELECT kind, SUM(amount) AS amount FROM share GROUP BY kind")
        return try rows.reduce(into: [:]) { totals, row in
            if let kind = Kind(rawValue: try row.stored("kind")) { totals[kind] = try row.stored("amount") }
        }
    }

    private static func amounts(_ kind: Kind, _ client: ClientID?, in db: Database) throws -> (
        all: Int, held: Int
    ) {
        let statement = try db.cachedStatement(
            sql: "SELECT SUM(amount), SUM(amount) FILTER (WHERE share = ?) FROM share WHERE kind = ?")
        let row = try Row.fetchOne(statement, arguments: [share(of: client), kind.rawValue])
        return (row?[0] ?? 0, client == nil ? 0 : row?[1] ?? 0)
    }

    static func deleteSession(_ session: UUID, in db: Database) throws -> [String: Int] { [:] }

    /// Forgets shares of which nothing is left.
    static func sweep(at time: StoreTime, limit: Int, in db: Database) throws -> Int {
        try db.execute(sql: "DELETE FROM share WHERE amount = 0")
        return 0
    }
}
