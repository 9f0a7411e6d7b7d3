package import Concurrency
package import Foundation
import GRDB

/// The stored results, by session. A result that is past its retention is never returned, even if it isn't deleted yet.
package struct ResultStore: Sendable {
    private let store: SQLiteStore

    package init(_ store: SQLiteStore) {
        self.store = store
    }

    private var time: StoreTime { StoreTime(Date(), retention: store.configuration.retention) }

    /// Saves a result, puts the event into the outbox in the same transaction, and returns when both are on the disk.
    /// - Parameter client: the client whose share of the database is taken; nil for nobody's.
    /// - Returns: `isSaved` is false where the client has its share. The event is published in any case.
    @discardableResult
    package func save(
        _ result: StoredResult, publishing event: OutboxEvent? = nil, of client: ClientID? = nil
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

    /// Puts an event into the outbox when its result isn't stored.
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

    /// Returns a page of a session's results.
    /// - Parameter before: a scan of the same session, after which the page starts. An unknown or deleted scan gives an
    ///   empty page.
    package func results(session: UUID, limit: Int, before: UUID?) async throws(StoreError) -> ResultPage {
        try await store.read { [time] in
            try ResultTable.page(session: session, limit: limit, before: before, at: time, in: $0)
        }
    }

    /// Deletes everything that is stored for a session. It returns when nothing of that is left in the database's
    /// files, with the number of deleted rows by their kind.
    package func deleteSession(_ session: UUID) async throws(StoreError) -> [String: Int] {
        try await store.write(.immediate) { db in
            try StoreSchema.groups.reduce(into: [:]) { counts, group in
                counts.merge(try group.deleteSession(session, in: db), uniquingKeysWith: +)
            }
        }
    }
}
