/// The stores of one engine.
package struct Stores: Sendable {
    package let results: any ResultStore
    package let sharing: any SharingStore
    package let outbox: any Outbox

    package init(results: any ResultStore, sharing: any SharingStore, outbox: any Outbox) {
        self.results = results
        self.sharing = sharing
        self.outbox = outbox
    }
}

extension SQLiteStore {
    package var stores: Stores {
        Stores(
            results: SQLiteResultStore(self), sharing: SQLiteSharingStore(self), outbox: SQLiteOutbox(self))
    }
}
