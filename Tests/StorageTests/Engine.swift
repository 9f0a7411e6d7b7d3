import Foundation
import GRDB
import Redis
import SharedStorage
import TestSupport

@testable import Storage

/// What keeps the stores. Tests of what both must do run on both; without redis-server on SQLite alone.
enum Engine: String, CaseIterable, Sendable {
    case sqlite, redis

    static let possible = allCases.filter { $0 != .redis || RedisProcess.isPossible }
}

/// The stores of one engine, with what a test needs to look behind them.
struct EngineStores: Sendable {
    let stores: Stores
    /// Whose server the stores need.
    let workspace: Workspace
    /// Deletes what is past its time.
    let sweep: @Sendable () async throws -> Void
    /// Names of what still has entries, where nothing should.
    let leftovers: @Sendable () async throws -> [String]

    var results: any ResultStore { stores.results }
    var sharing: any SharingStore { stores.sharing }
    var outbox: any Outbox { stores.outbox }
}

extension Workspace {
    func stores(_ engine: Engine, _ configuration: StoreConfiguration? = nil) async throws -> EngineStores {
        let configuration = configuration ?? self.configuration()
        switch engine {
        case .sqlite:
            let store = await store(configuration)
            let tables = ["subject", "participant", "screenshot", "preference", "outbox", "outbox_receiver"]
            return EngineStores(
                stores: store.stores, workspace: self, sweep: { await store.sweep() },
                leftovers: {
                    try self.outsider { db in
                        try tables.filter { try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \($0)") != 0 }
                    }
                })
        case .redis:
            let server = try await redis()
            var shared = SharedConfiguration(
                access: try RedisAccess(url: RedisURL(server.url)), prefix: "test",
                retention: configuration.retention)
            (shared.outbox, shared.sharing) = (configuration.outbox, configuration.sharing)
            let store = SharedStore(shared)
            await store.open()
            return EngineStores(
                stores: store.stores, workspace: self,
                // Dead letters go when the dispatcher looks for messages; Redis itself deletes the rest.
                sweep: { _ = try await store.stores.outbox.next(at: Date(), besides: OutboxBusy()) },
                leftovers: {
                    // These have no name of a session in them.
                    let anonymous = ["test:{salt}", "test:{outbox}:number", "test:{outbox}:told:"]
                    let keys = try await store.client.run(RedisCommand("KEYS", "*")).array ?? []
                    return keys.compactMap(\.text).filter { key in
                        !anonymous.contains { key.hasPrefix($0) }
                    }
                })
        }
    }
}
