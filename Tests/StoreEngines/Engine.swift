package import Foundation
package import Storage
import Synchronization
package import TestSupport

/// What keeps the stores. Tests of what both must do run on both; without redis-server on SQLite alone.
package enum Engine: String, CaseIterable, Sendable {
    case sqlite, redis

    package static let possible = allCases.filter { $0 != .redis || RedisProcess.isPossible }
}

/// The place of a test's stores: a folder, and a Redis server that is started when it is first needed.
package final class EngineHome: Sendable {
    package let folder: URL
    private let server = Mutex<RedisProcess?>(nil)

    package init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    package func redis() async throws -> RedisProcess {
        if let known = server.withLock({ $0 }) { return known }
        let started = try await RedisProcess()
        server.withLock { $0 = started }
        return started
    }
}

/// The open stores of one engine. Further ones of the same home hold the same.
package struct EngineStores: Sendable {
    package enum Store: Sendable {
        case sqlite(SQLiteStore)
        case redis(SharedStore)
    }

    package let store: Store
    package let stores: Stores
    private let home: EngineHome

    package var results: any ResultStore { stores.results }
    package var sharing: any SharingStore { stores.sharing }
    package var outbox: any Outbox { stores.outbox }

    /// - Parameter configuration: of SQLite; what concerns both engines counts for Redis too.
    package init(_ engine: Engine, in home: EngineHome, _ configuration: StoreConfiguration) async throws {
        self.home = home
        switch engine {
        case .sqlite:
            let sqlite = SQLiteStore(configuration: configuration)
            await sqlite.open()
            (store, stores) = (.sqlite(sqlite), sqlite.stores)
        case .redis:
            var shared = SharedConfiguration(
                access: try RedisAccess(url: RedisURL(try await home.redis().url)), prefix: "test",
                retention: configuration.retention)
            (shared.outbox, shared.sharing) = (configuration.outbox, configuration.sharing)
            shared.followers = configuration.followers
            let redis = SharedStore(shared)
            await redis.open()
            (store, stores) = (.redis(redis), redis.stores)
        }
    }

    package func close() async {
        switch store {
        case .sqlite(let store): await store.close()
        case .redis(let store): store.close()
        }
    }
}
