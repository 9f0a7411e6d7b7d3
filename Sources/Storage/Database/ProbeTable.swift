import Foundation
import GRDB

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
