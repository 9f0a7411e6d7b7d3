import GRDB
import Synchronization

/// Writers in the order of their coming. Those that wait at the same time share a transaction, and so the wait for the disk.
final class CommitQueue: Sendable {
    private static let batchLimit = 128

    private struct State {
        var waiting: [PendingWrite] = []
        var isCommitting = false
        var isClosed = false
    }

    private let pool: DatabasePool
    private let limit: Int
    private let state = Mutex(State())

    /// - Parameter limit: writes that may wait.
    init(pool: DatabasePool, limit: Int) {
        self.pool = pool
        self.limit = limit
    }

    /// Returns when the changes are on the disk, or when it is certain that nothing of them is.
    func commit<T: Sendable>(
        erases: Bool, _ work: @escaping @Sendable (Database) throws -> T
    ) async -> Result<T, StoreError> {
        await withCheckedContinuation { continuation in
            let write = PendingWrite(erases: erases, work) { continuation.resume(returning: $0) }
            let refusal = state.withLock { state -> StoreError? in
                if state.isClosed { return .unavailable(.inaccessible) }
                guard state.waiting.count < limit else { return .overloaded }
                state.waiting.append(write)
                if !state.isCommitting {
                    state.isCommitting = true
                    // Under the lock, so that it stands before whatever the writer's queue gets after `close()`.
                    pool.asyncWriteWithoutTransaction { self.commitWaiting(in: $0) }
                }
                return nil
            }
            if let refusal { write.fail(refusal) }
        }
    }

    /// Takes no more writes. A connection that is closed after this has done those that wait.
    func close() {
        state.withLock { $0.isClosed = true }
    }

    /// On the writer's queue.
    private func commitWaiting(in db: Database) {
        while true {
            let batch = state.withLock { state in
                let batch = state.waiting.prefix(Self.batchLimit)
                state.waiting.removeFirst(batch.count)
                if batch.isEmpty { state.isCommitting = false }
                return batch
            }
            if batch.isEmpty { return }
            do {
                let changes = db.totalChangesCount
                let finish = try Self.commit(batch, in: db)
                if db.totalChangesCount > changes, batch.contains(where: \.erases) {
                    // The log still holds what was deleted. Where somebody reads just then, it does so for a while.
                    _ = try? db.checkpoint(.truncate)
                }
                for tell in finish { tell() }
            } catch {
                for write in batch { write.fail(error) }
            }
        }
    }

    /// Answers with what tells the waiters.
    private static func commit(
        _ batch: ArraySlice<PendingWrite>, in db: Database, isSecond: Bool = false
    ) throws(StoreError) -> [@Sendable () -> Void] {
        do {
            var finish: [@Sendable () -> Void] = []
            try db.inTransaction(.immediate) {
                finish = try batch.map { try $0.perform(db) }
                return .commit
            }
            return finish
        } catch {
            let error = StoreError(error)
            // The log takes room too. Even a deletion needs some of it, and has it where the log is emptied first.
            guard error == .unavailable(.full), !isSecond,
                (try? db.checkpoint(.truncate)) != nil
            else { throw error }
            return try commit(batch, in: db, isSecond: true)
        }
    }
}
