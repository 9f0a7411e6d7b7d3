import Foundation
import GRDB
@testable import Storage
import StoreEngines

extension Workspace {
    func stores(_ engine: Engine, _ configuration: StoreConfiguration? = nil) async throws -> EngineStores {
        try await EngineStores(engine, in: home, configuration ?? self.configuration())
    }

    func stores(_ engine: Engine, followers limits: FollowerLimits) async throws -> EngineStores {
        var configuration = configuration()
        configuration.followers = limits
        return try await stores(engine, configuration)
    }

    /// Names of what still has entries, where nothing should.
    func leftovers(_ stores: EngineStores) async throws -> [String] {
        switch stores.store {
        case .sqlite:
            let tables = [
                "subject", "participant", "screenshot", "preference", "outbox", "outbox_receiver", "follower",
                "followed", "activity",
            ]
            return try outsider { db in
                try tables.filter { try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \($0)") != 0 }
            }
        case .redis(let store):
            // These have no name of a session in them.
            let anonymous = ["test:{salt}", "test:{outbox}:number", "test:{outbox}:told:"]
            let keys = try await store.client.run(RedisCommand("KEYS", "*")).array ?? []
            return keys.compactMap(\.text).filter { key in !anonymous.contains { key.hasPrefix($0) } }
        }
    }
}

extension EngineStores {
    /// Deletes what is past its time.
    func sweep() async throws {
        switch store {
        case .sqlite(let store): await store.sweep()
        // Dead letters go when the dispatcher looks for messages; Redis itself deletes the rest.
        case .redis: _ = try await outbox.next(at: Date(), besides: OutboxBusy())
        }
    }
}
