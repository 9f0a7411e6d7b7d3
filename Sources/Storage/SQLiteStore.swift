import Foundation
import GRDB
import Synchronization

/// One SQLite database: one connection writes, a few read. Where it fails, it answers `StoreError.unavailable` at once until
/// it serves again, which it finds out by itself.
package final class SQLiteStore: Sendable {
    private struct Connections {
        let pool: DatabasePool
        let writer: CommitQueue
    }

    private struct State {
        var connections: Connections?
        /// nil while it serves. Until it was opened it is as if nobody could open it.
        var fault: StoreFault? = .inaccessible
        var isClosed = false
        var reading = 0
        var upkeep: Task<Void, Never>?
    }

    let configuration: StoreConfiguration
    private let observer: @Sendable (StoreEvent) -> Void
    private let state = Mutex(State())
    /// For what blocks: opening and closing.
    private let queue = DispatchQueue(label: "store")

    /// - Parameter observer: hears of changes between serving and not serving.
    package init(
        configuration: StoreConfiguration, observer: @escaping @Sendable (StoreEvent) -> Void = { _ in }
    ) {
        self.configuration = configuration
        self.observer = observer
    }

    /// What keeps the store from serving; nil while it serves.
    package var fault: StoreFault? { state.withLock { $0.fault } }

    /// Opens the database and keeps it: sweeps, and comes back after failures. Where it can't be opened the observer hears
    /// why, and all operations say so.
    package func open() async {
        state.withLock { $0.fault = nil }
        if let fault = await connect() { note(fault) }
        let upkeep = Task { [weak self, interval = configuration.sweepInterval] in
            while !Task.isCancelled {
                await self?.sweep()
                try? await Task.sleep(for: interval)
            }
        }
        state.withLock { $0.upkeep = upkeep }
    }

    /// Ends after what waits. Later operations fail.
    package func close() async {
        let (connections, upkeep) = state.withLock { state in
            state.isClosed = true
            state.fault = .inaccessible
            defer { state.connections = nil }
            return (state.connections, state.upkeep)
        }
        upkeep?.cancel()
        connections?.writer.close()
        await withCheckedContinuation { continuation in
            queue.async {
                // Waits for what is under way.
                try? connections?.pool.close()
                continuation.resume()
            }
        }
    }

    /// Reads from one state of the database.
    func read<T: Sendable>(_ work: @escaping @Sendable (Database) throws -> T) async throws(StoreError) -> T {
        let pool = try state.withLock { state throws(StoreError) in
            if let fault = state.fault { throw .unavailable(fault) }
            guard let pool = state.connections?.pool else { throw .unavailable(.inaccessible) }
            guard state.reading < configuration.queueLimit else { throw .overloaded }
            state.reading += 1
            return pool
        }
        let result: Result<T, StoreError> = await withCheckedContinuation { continuation in
            pool.asyncRead { database in
                let result = Result { try work(database.get()) }.mapError { StoreError($0) }
                continuation.resume(returning: result)
            }
        }
        state.withLock { $0.reading -= 1 }
        if case .failure(.unavailable(let fault)) = result { note(fault) }
        return try result.get()
    }

    /// Makes changes, all or none; returns when they are on the disk.
    /// - Parameters:
    ///   - erases: whether it deletes what nobody may find again. A full database is no hindrance then: it makes room.
    ///   - work: what it throws undoes its own changes only.
    func write<T: Sendable>(
        erases: Bool = false, _ work: @escaping @Sendable (Database) throws -> T
    ) async throws(StoreError) -> T {
        let fault = fault
        if let fault, !(erases && fault == .full) { throw .unavailable(fault) }
        return try await commit(erases: erases, work).get()
    }

    /// As `write`, but whatever is known of the store.
    func commit<T: Sendable>(
        erases: Bool = false, _ work: @escaping @Sendable (Database) throws -> T
    ) async -> Result<T, StoreError> {
        guard let writer = state.withLock({ $0.connections?.writer }) else {
            return .failure(.unavailable(.inaccessible))
        }
        let result = await writer.commit(erases: erases, work)
        if case .failure(.unavailable(let fault)) = result { note(fault) }
        return result
    }
}

// MARK: - Failing and coming back

extension SQLiteStore {
    /// What must fit in before a full store counts as having room, so that it doesn't change its mind with each result.
    private var spare: Int { min(1 << 20, (configuration.sizeLimit ?? .max) / 16) }

    private func note(_ fault: StoreFault) {
        let isNew = state.withLock { state in
            guard !state.isClosed, state.fault == nil else { return false }
            state.fault = fault
            return true
        }
        guard isNew else { return }
        observer(.failed(fault))
        guard fault.mayPass else { return }
        Task { [weak self, interval = configuration.retryInterval] in
            repeat { try? await Task.sleep(for: interval) } while await self?.isStillFailing() == true
        }
    }

    /// Tries whether the store serves again; false also where trying is of no use any more.
    private func isStillFailing() async -> Bool {
        let (isClosed, isOpen) = state.withLock { ($0.isClosed, $0.connections != nil) }
        if isClosed { return false }
        let failure = await attempt(isOpen: isOpen)
        let (isOver, news): (Bool, StoreEvent?) = state.withLock { state in
            if state.isClosed { return (true, nil) }
            let known = state.fault
            state.fault = failure
            guard let failure else { return (true, .recovered) }
            return (!failure.mayPass, failure == known ? nil : .failed(failure))
        }
        if let news { observer(news) }
        return !isOver
    }

    private func attempt(isOpen: Bool) async -> StoreFault? {
        if !isOpen, let fault = await connect() { return fault }
        return await probe()
    }

    /// Whether something can be written, after room was made for it.
    private func probe() async -> StoreFault? {
        await sweep()
        let result = await commit { [spare] in try ProbeTable.fill(bytes: spare, in: $0) }
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
        // A schema that this program's migrations don't fit.
        case .failure: return .corrupt
        }
    }
}
