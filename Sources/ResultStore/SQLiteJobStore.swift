package import Foundation

/// Which asynchronous scans there were, in an embedded database.
package struct SQLiteJobStore: Sendable {
    private let store: SQLiteStore

    package init(_ store: SQLiteStore) {
        self.store = store
    }

    package func add(_ scan: UUID, expires: Date) async throws(StoreError) {
        try await store.write { try JobTable.insert(scan, expires: expires, in: $0) }
    }

    package func remove(_ scan: UUID) async throws(StoreError) {
        try await store.write { try JobTable.delete(scan, in: $0) }
    }

    package func contains(_ scan: UUID) async throws(StoreError) -> Bool {
        try await store.read { try JobTable.contains(scan, at: Date(), in: $0) }
    }
}
