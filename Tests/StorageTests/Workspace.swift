import Foundation
import GRDB
import Synchronization
import TestSupport

@testable import Storage

/// A temporary folder with the stores of one test; deleted with the object.
final class Workspace: Sendable {
    let folder: URL
    private let events = Mutex<[StoreEvent]>([])
    private let server = Mutex<RedisProcess?>(nil)

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// The events of the stores, in order.
    var heard: [StoreEvent] { events.withLock { $0 } }

    var file: URL { folder.appendingPathComponent("data/store.db") }

    /// A configuration with short timeouts, so that failing and recovering take milliseconds.
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

    /// The Redis server of the test, started when it is first needed.
    func redis() async throws -> RedisProcess {
        if let known = server.withLock({ $0 }) { return known }
        let started = try await RedisProcess()
        server.withLock { $0 = started }
        return started
    }

    /// A connection that can keep a transaction open between two calls.
    func holder() throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        configuration.busyMode = .timeout(10)
        return try DatabaseQueue(path: file.path, configuration: configuration)
    }

    /// Opens a connection of its own, as another process would.
    func outsider<T>(_ work: (Database) throws -> T) throws -> T {
        var configuration = Configuration()
        // Long enough for a sweep of the store that runs at the same time.
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
