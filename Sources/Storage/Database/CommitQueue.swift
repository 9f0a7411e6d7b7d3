import GRDB
import Synchronization

/// Commits writes in the order of their arrival. Writes that wait at the same time share one transaction and one sync.
///
/// A write that erases succeeds only after the write-ahead log was emptied, because the log still holds what was deleted.
/// SQLite can empty it only while nobody reads, so readers of this process are kept out meanwhile.
final class CommitQueue: Sendable {
    /// Largest number of writes in one transaction. It bounds how long one transaction keeps the readers of the log
    /// waiting.
    private static let batchLimit = 128

    private struct State {
        var waiting: [PendingWrite] = []
        var isCommitting = false
        /// Number of attempts to empty the log that run now.
        var checkpoints = 0
        var isClosed = false
        /// Whether the log may hold deleted content. It may at the start, because an earlier process may have been
        /// killed.
        var logHoldsErased = true
        var closers: [CheckedContinuation<Void, Never>] = []

        var isIdle: Bool { !isCommitting && checkpoints == 0 }
    }

    private let pool: DatabasePool
    private let limit: Int
    private let state = Mutex(State())

    /// - Parameter limit: largest number of writes that may wait; further ones fail with `.overloaded`.
    init(pool: DatabasePool, limit: Int) {
        self.pool = pool
        self.limit = limit
    }

    /// Makes changes. It returns when all of them are on the disk, or when it is certain that none of them is. The
    /// error `.erasurePending` means that the changes are on the disk, but the log may still hold what they deleted.
    func commit<T: Sendable>(
        _ erasure: Erasure, _ work: @escaping @Sendable (Database) throws -> T
    ) async -> Result<T, StoreError> {
        await withCheckedContinuation { continuation in
            let write = PendingWrite(erasure, work) { continuation.resume(returning: $0) }
            let refusal = state.withLock { state -> StoreError? in
                if state.isClosed { return .unavailable(.inaccessible) }
                guard state.waiting.count < limit else { return .overloaded }
                state.waiting.append(write)
                if !state.isCommitting {
                    state.isCommitting = true
                    pool.asyncWriteWithoutTransaction { self.commitBatch(in: $0) }
                }
                return nil
            }
            if let refusal { write.fail(refusal) }
        }
    }

    /// Takes no more writes, and returns when those that wait are done.
    func close() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                state.isClosed = true
                if !state.isIdle { state.closers.append(continuation) }
                return state.isIdle
            }
            if isIdle { continuation.resume() }
        }
    }

    /// Commits one batch on the writer's queue. Each batch is a call of its own, so that the log can be emptied between
    /// two batches.
    private func commitBatch(in db: Database) {
        let batch = state.withLock { state in
            let batch = state.waiting.prefix(Self.batchLimit)
            state.waiting.removeFirst(batch.count)
            return batch
        }
        do {
            let changes = db.totalChangesCount
            var finish: [PendingWrite.Completion] = []
            try db.inTransaction(.immediate) {
                finish = try batch.map { try $0.perform(db) }
                return .commit
            }
            let erased = db.totalChangesCount > changes && batch.contains { $0.erasure != .none }
            let logHoldsErased = state.withLock { state in
                if erased { state.logHoldsErased = true }
                return state.logHoldsErased
            }
            var unconfirmed: [PendingWrite.Completion] = []
            for (write, complete) in zip(batch, finish) {
                if write.erasure == .immediate, logHoldsErased {
                    unconfirmed.append(complete)
                } else {
                    complete(nil)
                }
            }
            if !unconfirmed.isEmpty { emptyLog(beforeCompleting: unconfirmed) }
        } catch {
            for write in batch { write.fail(StoreError(error)) }
        }
        let closers = state.withLock { state in
            state.isCommitting = !state.waiting.isEmpty
            if state.isCommitting { pool.asyncWriteWithoutTransaction { self.commitBatch(in: $0) } }
            return Self.takeClosers(&state)
        }
        for closer in closers { closer.resume() }
    }

    /// Empties the log as soon as no reader of this process reads. New readers wait until it is done. For readers of
    /// other processes, SQLite waits up to `StoreConfiguration.lockTimeout`.
    private func emptyLog(beforeCompleting writes: [PendingWrite.Completion]) {
        state.withLock { $0.checkpoints += 1 }
        pool.asyncBarrierWriteWithoutTransaction { result in
            var failure: StoreError?
            do {
                let db = try result.get()
                // This runs on the writer's queue, so nothing is committed at the same time.
                if self.state.withLock({ $0.logHoldsErased }) {
                    try db.checkpoint(.truncate)
                    // A cached page still has its unused space as it was before `CSQLiteVFS` cleared that space in the
                    // file. A later change of the page would write it to the log.
                    try db.execute(sql: "PRAGMA shrink_memory")
                    self.state.withLock { $0.logHoldsErased = false }
                }
            } catch {
                failure = StoreError(error)
                if failure == .unavailable(.locked) { failure = .erasurePending }
            }
            for complete in writes { complete(failure) }
            let closers = self.state.withLock { state in
                state.checkpoints -= 1
                return Self.takeClosers(&state)
            }
            for closer in closers { closer.resume() }
        }
    }

    private static func takeClosers(_ state: inout State) -> [CheckedContinuation<Void, Never>] {
        guard state.isIdle else { return [] }
        defer { state.closers = [] }
        return state.closers
    }
}

/// Whether a write deletes something that must not remain in the database's files.
enum Erasure: Sendable {
    case none
    /// The write succeeds when it is committed. The next `immediate` write empties the log.
    case deferred
    /// The write succeeds when it is committed and the log is empty.
    case immediate
}

/// A write that shares a transaction with other writes. Its caller waits until that transaction is on the disk.
struct PendingWrite: Sendable {
    /// Reports the end of a write: its own result where the argument is nil, and the argument as its error otherwise.
    typealias Completion = @Sendable (StoreError?) -> Void

    let erasure: Erasure
    /// Makes all of the changes or none of them. It throws where the store itself failed and the transaction must be
    /// given up.
    let perform: @Sendable (Database) throws(StoreError) -> Completion
    /// Reports an error to the caller of a write that changed nothing.
    let fail: @Sendable (StoreError) -> Void

    init<T: Sendable>(
        _ erasure: Erasure, _ work: @escaping @Sendable (Database) throws -> T,
        then finish: @escaping @Sendable (Result<T, StoreError>) -> Void
    ) {
        self.erasure = erasure
        fail = { finish(.failure($0)) }
        perform = { db throws(StoreError) in
            let result: Result<T, StoreError>
            do {
                var value: T?
                try db.inSavepoint {
                    value = try work(db)
                    return .commit
                }
                result = value.map { .success($0) } ?? .failure(.rejected(code: 0))
            } catch {
                let error = StoreError(error)
                if case .unavailable = error { throw error }
                result = .failure(error)
            }
            return { failure in finish(failure.map { .failure($0) } ?? result) }
        }
    }
}
