package import Foundation
import GRDB

/// Tables that belong together. A group knows its migrations, which of its rows belong to a session, and which rows are
/// past their time.
protocol TableGroup: SendableMetatype {
    /// Registers the group's migrations. A released migration is never changed. Identifiers begin with the group's name.
    static func registerMigrations(in migrator: inout DatabaseMigrator)

    /// Deletes all rows of a session. It returns the number of deleted rows by their kind, without kinds that had none.
    static func deleteSession(_ session: UUID, in db: Database) throws -> [String: Int]

    /// Deletes at most `limit` rows that are past their time, and returns how many it deleted.
    static func sweep(at now: StoreTime, limit: Int, in db: Database) throws -> Int
}

extension Database {
    /// Deletes at most `limit` rows of a table. An index must find them.
    /// - Parameters:
    ///   - key: the columns of the primary key, joined by commas.
    ///   - condition: what follows `WHERE`, with one argument.
    /// - Returns: the number of deleted rows.
    func delete(
        from table: String, key: String, where condition: String, _ argument: Int64, limit: Int
    ) throws -> Int {
        try cachedStatement(
            sql: """
                DELETE FROM \(table) WHERE (\(key)) IN
                    (SELECT \(key) FROM \(table) WHERE \(condition) LIMIT ?)
                """
        ).execute(arguments: [argument, limit])
        return changesCount
    }
}

/// The time of an operation, and the retention of results at that time.
struct StoreTime: Sendable {
    /// The present time in milliseconds since 1970, UTC.
    let now: Int64
    let retention: Int64

    init(_ date: Date, retention: Duration) {
        now = date.storedMilliseconds
        self.retention = retention.components.seconds * 1_000
    }

    /// The time limit of the retention: results of this time and earlier ones are past it.
    var horizon: Int64 { now - retention }
}

extension Date {
    /// The time in milliseconds since 1970, UTC, rounded down.
    package var storedMilliseconds: Int64 { Int64((timeIntervalSince1970 * 1_000).rounded(.down)) }

    package init(storedMilliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(storedMilliseconds) / 1_000)
    }
}

enum StoreSchema {
    /// All groups, in the order of their migrations. A new group is added at the end.
    static let groups: [any TableGroup.Type] = [
        ProbeTable.self, ResultTable.self, OutboxTable.self, PreferenceTable.self, SubjectTable.self,
        JobTable.self, ShareTable.self, FollowerTable.self,
    ]

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for group in groups { group.registerMigrations(in: &migrator) }
        return migrator
    }
}

extension Duration {
    package var storedMilliseconds: Int64 { Int64(self / .milliseconds(1)) }
}

extension Row {
    /// Returns the value of a column, and throws `SQLITE_CORRUPT` where it has another type, as in a damaged file.
    /// GRDB's own subscripts end the process there.
    func stored<Value: DatabaseValueConvertible>(_ column: String) throws -> Value {
        guard let value = Value.fromDatabaseValue(self[column]) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT)
        }
        return value
    }

    /// Returns the value of a column, or nil where the column is NULL.
    func storedIfAny<Value: DatabaseValueConvertible>(_ column: String) throws -> Value? {
        let value: DatabaseValue = self[column]
        return value.isNull ? nil : try stored(column)
    }
}

/// A table that is filled and emptied again, to find out whether the database has room for more.
enum ProbeTable: TableGroup {
    static func registerMigrations(in migrator: inout DatabaseMigrator) {
        migrator.registerMigration("probe-1") { db in
            try db.execute(sql: "CREATE TABLE probe (filler BLOB NOT NULL) STRICT")
        }
    }

    static func fill(bytes: Int, in db: Database) throws {
        try db.execute(sql: "INSERT INTO probe VALUES (zeroblob(?))", arguments: [bytes])
    }

    static func deleteSession(_ session: UUID, in db: Database) throws -> [String: Int] { [:] }

    static func sweep(at time: StoreTime, limit: Int, in db: Database) throws -> Int {
        try db.execute(sql: "DELETE FROM probe")
        return db.changesCount
    }
}
