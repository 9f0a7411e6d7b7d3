package import SystemSupport
package import Foundation
import GRDB

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
