import Foundation
import GRDB
import Synchronization

@testable import Storage

/// A folder of a test's own, and stores in it.
final class Workspace: Sendable {
    let folder: URL
    private let events = Mutex<[StoreEvent]>([])

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// What the stores told, in order.
    var heard: [StoreEvent] { events.withLock { $0 } }

    var file: URL { folder.appendingPathComponent("data/store.db") }

    /// Fast to give up and to come back.
    func configuration(retention: Duration = .seconds(86_400), sizeLimit: Int? = nil) -> StoreConfiguration {
        var configuration = StoreConfiguration(file: file, retention: retention, sizeLimit: sizeLimit)
        configuration.lockTimeout = .milliseconds(100)
        configuration.retryInterval = .milliseconds(20)
        return configuration
    }

    func store(_ configuration: StoreConfiguration? = nil) async -> SQLiteStore {
        let store = SQLiteStore(configuration: configuration ?? self.configuration()) { [weak self] event in
            self?.events.withLock { $0.append(event) }
        }
        await store.open()
        return store
    }

    /// A connection that may leave a transaction open.
    func holder() throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        configuration.busyMode = .timeout(10)
        return try DatabaseQueue(path: file.path, configuration: configuration)
    }

    /// The database as another process would see it.
    func outsider<T>(_ work: (Database) throws -> T) throws -> T {
        var configuration = Configuration()
        // The store's own sweep may be under way.
        configuration.busyMode = .timeout(10)
        return try DatabaseQueue(path: file.path, configuration: configuration).writeWithoutTransaction(work)
    }
}

extension StoredResult {
    static func sample(
        session: UUID, scan: UUID = UUID(), at time: Date = Date(), bytes: Int = 40
    ) -> StoredResult {
        StoredResult(
            scan: scan, session: session, kind: .text, risk: "high",
            createdAt: Date(storedMilliseconds: time.storedMilliseconds),
            body: Data(repeating: UInt8(ascii: "x"), count: bytes))
    }
}
