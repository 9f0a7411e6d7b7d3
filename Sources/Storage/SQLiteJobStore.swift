package import Foundation

/// Which asynchronous scans there were, in an embedded database.
package struct SQLiteJobStore: Sendable {
    private let store: SQLiteStore
    /// Tells this process from earlier ones: clocks may step back, and numbers of processes come again.
    private let run = UUID()

    package init(_ store: SQLiteStore) {
        self.store = store
    }

    package func add(_ scan: UUID, expires: Date) async throws(StoreError) {
        try await store.write { [run] in try JobTable.insert(scan, run: run, expires: expires, in: $0) }
    }

    package func remove(_ scan: UUID) async throws(StoreError) {
        try await store.write { try JobTable.delete(scan, in: $0) }
    }

    /// Whether an earlier process took it.
    package func wasTakenBefore(_ scan: UUID) async throws(StoreError) -> Bool {
        try await store.read { [run] in
            try JobTable.contains(scan, notOf: run, at: Date(), in: $0)
        }
    }
}
