/// The stores of one engine.
package struct Stores: Sendable {
    package let results: any ResultStore
    package let sharing: any SharingStore
    package let outbox: any Outbox
    /// Nil where the engine can keep none.
    package let followers: (any FollowerStore)?
}

extension SQLiteStore {
    package var stores: Stores {
        Stores(
            results: SQLiteResultStore(self), sharing: SQLiteSharingStore(self), outbox: SQLiteOutbox(self),
            followers: SQLiteFollowerStore(self))
    }
}
