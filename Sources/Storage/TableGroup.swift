import Foundation
import GRDB

/// Tables that belong together: how they came to be, what of them is a session's, what time takes from them.
protocol TableGroup: SendableMetatype {
    /// Registers the group's migrations. A migration that was released is never changed; identifiers begin with the
    /// group's name.
    static func registerMigrations(in migrator: inout DatabaseMigrator)

    /// Deletes all that was stored for a session; answers with how many of what, without kinds that nothing was of.
    static func deleteSession(_ session: UUID, in db: Database) throws -> [String: Int]

    /// Deletes some of what is past its time, at most `limit` rows; answers with how many it were.
    static func sweep(at now: StoreTime, limit: Int, in db: Database) throws -> Int
}

/// The moment of an operation, and how long results are kept.
struct StoreTime: Sendable {
    /// Milliseconds since 1970.
    let now: Int64
    let retention: Int64

    init(_ date: Date, retention: Duration) {
        now = date.storedMilliseconds
        self.retention = retention.components.seconds * 1_000
    }

    /// What was made then or before is past its time.
    var horizon: Int64 { now - retention }
}

extension Date {
    var storedMilliseconds: Int64 { Int64((timeIntervalSince1970 * 1_000).rounded(.down)) }

    init(storedMilliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(storedMilliseconds) / 1_000)
    }
}

/// All that the database holds.
enum StoreSchema {
    /// In the order of their migrations: a new group goes to the end.
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
