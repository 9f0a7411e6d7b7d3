import ScanService
import Storage
import TypeSafeAPI

/// The engine that was opened, and its stores.
struct OpenStores: Sendable {
    enum Engine: Sendable {
        case sqlite(SQLiteStore)
        case shared(SharedStore)
    }

    let engine: Engine
    let stores: Stores

    init(_ engine: Engine) {
        self.engine = engine
        stores =
            switch engine {
            case .sqlite(let store): store.stores
            case .shared(let store): store.stores
            }
    }

    /// The ids of asynchronous scans that this server accepted; nil where servers remember them together.
    var jobs: JobStore? {
        if case .sqlite(let store) = engine { return JobStore(store) }
        return nil
    }

    /// The store that servers share; nil where this one is alone.
    var shared: SharedStore? {
        if case .shared(let store) = engine { return store }
        return nil
    }

    /// What `GET /ready?verbose` says.
    var status: StoreStatus {
        switch engine {
        // A result is stored once SQLite has written it to the disk.
        case .sqlite(let store):
            StoreStatus(engine: "sqlite", available: store.fault == nil, durable: true)
        case .shared(let store):
            StoreStatus(
                engine: "redis", available: store.fault == nil,
                durable: store.durability?.isComplete ?? false, log: store.durability?.log.rawValue,
                eviction: store.durability?.eviction)
        }
    }

    func close() async {
        switch engine {
        case .sqlite(let store): await store.close()
        case .shared(let store): store.close()
        }
    }
}
