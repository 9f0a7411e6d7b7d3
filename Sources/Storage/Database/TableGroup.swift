import Foundation
import GRDB

/// Tables that belong together: their migrations, which rows belong to a session, and which are past their time.
protocol TableGroup: SendableMetatype {
    /// Registers the group's migrations. A released migration is never changed. Identifiers begin with the group's name.
    static func registerMigrations(in migrator: inout DatabaseMigrator)

    /// Deletes all rows of a session. Returns the number of deleted rows by their kind, without kinds that had none.
    static func deleteSession(_ session: UUID, in db: Database) throws -> [String: Int]

    /// Deletes at most `limit` rows that are past their time; returns how many it deleted.
    static func sweep(at now: StoreTime, limit: Int, in db: Database) throws -> Int
}

/// The time of an operation, and how long results are kept then.
struct StoreTime: Sendable {
    /// Milliseconds since 1970, UTC.
    let now: Int64
    /// Milliseconds.
    let retention: Int64

    init(_ date: Date, retention: Duration) {
        now = date.storedMilliseconds
        self.retention = retention.components.seconds * 1_000
    }

    /// Results that were created at this time or earlier are past their retention.
    var horizon: Int64 { now - retention }
}

extension Date {
    /// Milliseconds since 1970, UTC, rounded down.
    var storedMilliseconds: Int64 { Int64((timeIntervalSince1970 * 1_000).rounded(.down)) }

    init(storedMilliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(storedMilliseconds) / 1_000)
    }
}

enum StoreSchema {
    /// The groups in the order of their migrations: a new group goes to the end.
    static let groups: [any TableGroup.Type] = [
        ProbeTable.self, ResultTable.self, OutboxTable.self, PreferenceTable.self, SubjectTable.self,
        JobTable.self,
    ]

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for group in groups { group.registerMigrations(in: &migrator) }
        return migrator
    }
}

extension Duration {
    var storedMilliseconds: Int64 { Int64(self / .milliseconds(1)) }
}
