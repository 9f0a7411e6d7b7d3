package import Foundation

/// Ids of the asynchronous scans that servers accepted, so that a restarted server knows which of them were lost.
package struct JobStore: Sendable {
    private let store: SQLiteStore
    /// Identifies this process. A process id can come again, and a start time can come again after the clock was set
    /// back.
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

    /// Whether an earlier process of the server accepted this scan.
    package func wasTakenBefore(_ scan: UUID) async throws(StoreError) -> Bool {
        try await store.read { [run] in
            try JobTable.contains(scan, notOf: run, at: Date(), in: $0)
        }
    }
}
