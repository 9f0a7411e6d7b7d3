import Foundation
import GRDB
import StoreEngines
import Synchronization

@testable import Storage

/// A temporary folder with the stores of one test; deleted with the object.
final class Workspace: Sendable {
    let home: EngineHome
    private let events = Mutex<[StoreEvent]>([])

    init() throws {
        home = try EngineHome()
    }

    /// The events of the stores, in order.
    var heard: [StoreEvent] { events.withLock { $0 } }

    var folder: URL { home.folder }

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
