package import Foundation

/// Results in an embedded database.
package struct SQLiteResultStore: ResultStore {
    private let store: SQLiteStore

    package init(_ store: SQLiteStore) {
        self.store = store
    }

    private var time: StoreTime { StoreTime(Date(), retention: store.configuration.retention) }

    package func save(_ result: StoredResult) async throws(StoreError) {
        try await store.write { try ResultTable.insert(result, in: $0) }
    }

    package func save(_ result: StoredResult, telling notice: WebhookNotice) async throws(StoreError)
        -> OutboxReceipt
    {
        try await store.write { [configuration = store.configuration] db in
            try ResultTable.insert(result, in: db)
            return try OutboxTable.insert(notice, configuration, in: db)
        }
    }

    package func tell(_ notice: WebhookNotice) async throws(StoreError) -> OutboxReceipt {
        try await store.write { [configuration = store.configuration] db in
            try OutboxTable.insert(notice, configuration, in: db)
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

    package func deleteSession(_ session: UUID) async throws(StoreError) -> [String: Int] {
        try await store.write(erases: true) { db in
            try StoreSchema.groups.reduce(into: [:]) { counts, group in
                counts.merge(try group.deleteSession(session, in: db), uniquingKeysWith: +)
            }
        }
    }
}
