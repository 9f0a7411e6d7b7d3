package import Foundation
import GRDB
import Synchronization

/// One SQLite database, with one connection that writes and some that read. While the database can't be used, every
/// operation fails at once with `StoreError.unavailable`. The store finds out by itself when it can be used again.
package final class SQLiteStore: Sendable {
    private struct Connections {
        let pool: DatabasePool
        let writer: CommitQueue
    }

    private struct State {
        var connections: Connections?
        /// The reason why the store doesn't serve; nil while it serves. A store that wasn't opened yet is inaccessible.
        var fault: StoreFault? = .inaccessible
        var isClosed = false
        /// Number of reads that run, or wait for a connection.
        var reads = 0
        var upkeep: Task<Void, Never>?
    }

    let configuration: StoreConfiguration
    let outboxClock = OutboxClock()
    private let observer: @Sendable (StoreEvent) -> Void
    private let state = Mutex(State())
    /// A queue for opening and closing, which block their thread.
    private let queue = DispatchQueue(label: "store")

    /// - Parameter observer: called when the store begins to fail and when it serves again.
    package init(
        configuration: StoreConfiguration, observer: @escaping @Sendable (StoreEvent) -> Void = { _ in }
    ) {
        self.configuration = configuration
        self.observer = observer
    }

    /// The reason why the store doesn't serve; nil while it serves.
    package var fault: StoreFault? { state.withLock { $0.fault } }

    /// Opens the database and starts the sweeps. Where the database can't be opened, the observer gets the reason, and
    /// all operations fail until a later attempt succeeds.
    package func open() async {
        state.withLock { $0.fault = nil }
        if let fault = await connect() { record(fault) }
        let upkeep = Task { [weak self, interval = configuration.sweepInterval] in
            while !Task.isCancelled {
                await self?.sweep()
                try? await Task.sleep(for: interval)
            }
        }
        state.withLock { $0.upkeep = upkeep }
    }

    /// Closes the database when the operations that wait are done. Later operations fail.
    package func close() async {
        let (connections, upkeep) = state.withLock { state in
            state.isClosed = true
            state.fault = .inaccessible
            defer { state.connections = nil }
            return (state.connections, state.upkeep)
        }
        upkeep?.cancel()
        await connections?.writer.close()
        await withCheckedContinuation { continuation in
            queue.async {
                try? connections?.pool.close()
                continuation.resume()
            }
        }
    }

    /// Reads from the database. All reads in `work` see the same state of it.
    func read<T: Sendable>(_ work: @escaping @Sendable (Database) throws -> T) async throws(StoreError) -> T {
        let pool = try state.withLock { state throws(StoreError) in
            if let fault = state.fault { throw .unavailable(fault) }
            guard let pool = state.connections?.pool else { throw .unavailable(.inaccessible) }
            guard state.reads < configuration.queueLimit else { throw .overloaded }
            state.reads += 1
            return pool
        }
        let result: Result<T, StoreError> = await withCheckedContinuation { continuation in
            pool.asyncRead { database in
                let result = Result { try work(database.get()) }.mapError { StoreError($0) }
                continuation.resume(returning: result)
            }
        }
        state.withLock { $0.reads -= 1 }
        if case .failure(.unavailable(let fault)) = result { record(fault) }
        return try result.get()
    }

    /// Makes all of the changes or none of them, and returns when they are on the disk.
    /// - Parameters:
    ///   - erasure: with another value than `.none`, the write is also tried while the database is full, because it
    ///     makes room.
    ///   - work: makes the changes. An error that it throws undoes only these changes.
    func write<T: Sendable>(
        _ erasure: Erasure = .none, _ work: @escaping @Sendable (Database) throws -> T
    ) async throws(StoreError) -> T {
        let fault = fault
        if let fault, !(erasure != .none && fault == .full) { throw .unavailable(fault) }
        return try await commit(erasure, work).get()
    }

    /// Does the same as `write`. It also tries the write while the store has a fault.
    func commit<T: Sendable>(
        _ erasure: Erasure = .none, _ work: @escaping @Sendable (Database) throws -> T
    ) async -> Result<T, StoreError> {
        guard let writer = state.withLock({ $0.connections?.writer }) else {
            return .failure(.unavailable(.inaccessible))
        }
        let result = await writer.commit(erasure, work)
        if case .failure(.unavailable(let fault)) = result { record(fault) }
        return result
    }
}

// MARK: - Failing and recovering

extension SQLiteStore {
    /// Bytes that must fit before a full store counts as having room: 1 MiB, some hundred results, so that the store doesn't
    /// change its state with each result. A small database needs a sixteenth of its size.
    private var requiredRoom: Int { min(1 << 20, (configuration.sizeLimit ?? .max) / 16) }

    private func record(_ fault: StoreFault) {
        let isNew = state.withLock { state in
            guard !state.isClosed, state.fault == nil else { return false }
            state.fault = fault
            return true
        }
        guard isNew else { return }
        observer(.failed(fault))
        guard fault.isTransient else { return }
        Task { [weak self, interval = configuration.retryInterval] in
            repeat { try? await Task.sleep(for: interval) } while await self?.isStillFailing() == true
        }
    }

    /// Tries to use the database. It returns false where the store serves again, and where the store never will.
    private func isStillFailing() async -> Bool {
        let (isClosed, isOpen) = state.withLock { ($0.isClosed, $0.connections != nil) }
        if isClosed { return false }
        let failure = await attempt(isOpen: isOpen)
        let (isOver, event): (Bool, StoreEvent?) = state.withLock { state in
            if state.isClosed { return (true, nil) }
            let known = state.fault
            state.fault = failure
            guard let failure else { return (true, .recovered) }
            return (!failure.isTransient, failure == known ? nil : .failed(failure))
        }
        if let event { observer(event) }
        return !isOver
    }

    private func attempt(isOpen: Bool) async -> StoreFault? {
        if !isOpen, let fault = await connect() { return fault }
        return await probe()
    }

    /// Finds out whether there is room: it sweeps, writes `requiredRoom` bytes and deletes them again.
    private func probe() async -> StoreFault? {
        await sweep()
        let result = await commit { [requiredRoom] in try ProbeTable.fill(bytes: requiredRoom, in: $0) }
        switch result {
        case .success:
            await sweep(ProbeTable.self)
            return nil
        case .failure(.unavailable(let fault)): return fault
        case .failure: return .inputOutput
        }
    }

    private func connect() async -> StoreFault? {
        let result: Result<DatabasePool, StoreError> = await withCheckedContinuation { continuation in
            queue.async { [configuration] in
                continuation.resume(
                    returning: Result { try DatabaseFile.open(configuration) }.mapError { StoreError($0) })
            }
        }
        switch result {
        case .success(let pool):
            let connections = Connections(
                pool: pool, writer: CommitQueue(pool: pool, limit: configuration.queueLimit))
            state.withLock { if !$0.isClosed { $0.connections = connections } }
            return nil
        case .failure(.unavailable(let fault)): return fault
        // The file's schema is one that the migrations of this program don't fit.
        case .failure: return .corrupt
        }
    }
}

extension SQLiteStore {
    /// Largest number of rows that one transaction deletes, so that other writes wait for a few milliseconds only.
    private static let sweepBatch = 500
    /// Free pages are given back to the disk where they are more than the file's pages divided by this number.
    private static let freePageRatio = 4
    /// Largest number of pages that one sweep gives back to the disk (8 MiB). Other writes wait only for a few
    /// milliseconds then.
    private static let vacuumBatch = 2_000

    /// Deletes what is past its retention, and gives free pages back to the disk. It can be called at any time.
    func sweep() async {
        let fault = fault
        guard fault == nil || fault == .full else { return }
        for group in StoreSchema.groups { await sweep(group) }
        _ = await commit(.immediate) { db in
            let free = try Int.fetchOne(db, sql: "PRAGMA freelist_count") ?? 0
            let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            if free > pages / Self.freePageRatio {
                try db.execute(sql: "PRAGMA incremental_vacuum(\(Self.vacuumBatch))")
            }
        }
    }

    func sweep(_ group: any TableGroup.Type) async {
        var deleted = Self.sweepBatch
        while deleted == Self.sweepBatch, !Task.isCancelled {
            let time = StoreTime(Date(), retention: configuration.retention)
            let result: Result<Int, StoreError> = await commit(.deferred) { db in
                try group.sweep(at: time, limit: Self.sweepBatch, in: db)
            }
            deleted = (try? result.get()) ?? 0
        }
    }
}

package struct StoreConfiguration: Sendable {
    /// The database file; SQLite puts `-wal` and `-shm` beside it. A missing folder or file is created.
    package var file: URL
    /// How long results are kept. With zero, none are kept.
    package var retention: Duration
    /// Largest size of the database file in bytes; nil for the limit of `CSQLiteVFS`, which is 128 GiB.
    package var sizeLimit: Int?
    /// How long an operation waits for another process that holds the database. A scan waits for its result to be stored,
    /// so this stays well below the time that clients wait for a scan.
    package var lockTimeout: Duration = .seconds(2)
    /// How long a store with a fault waits before it tries the database again.
    package var retryInterval: Duration = .seconds(1)
    /// How long the store waits between two sweeps; a result outlives its retention by that at most.
    package var sweepInterval: Duration = .seconds(60)
    /// Largest number of writes that wait, and of reads that wait or run. It bounds the memory of these operations.
    package var queueLimit = 1_024
    /// Number of connections that read. A read takes well under a millisecond, so two are enough for the HTTP server.
    package var readers = 2
    package var outbox = OutboxLimits()
    package var sharing = SharingLimits()
    package var followers = FollowerLimits()

    package init(file: URL, retention: Duration, sizeLimit: Int? = nil) {
        self.file = file
        self.retention = retention
        self.sizeLimit = sizeLimit
    }

    /// Number of bytes that the database and its log take on the disk now.
    package var bytesOnDisk: Int {
        ["", "-wal"].reduce(0) { sum, ending in
            let values = try? FileManager.default.attributesOfItem(atPath: file.path + ending)
            return sum + (values?[.size] as? Int ?? 0)
        }
    }
}
