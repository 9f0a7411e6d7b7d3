import GRDB
import Synchronization

/// Writers in the order of their coming. Those that wait at the same time share a transaction, and so the wait for the disk.
final class CommitQueue: Sendable {
    private static let batchLimit = 128

    private struct State {
        var waiting: [PendingWrite] = []
        var isCommitting = false
        var isClosed = false
        /// Whether the log holds what was deleted.
        var owesCheckpoint = false
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
                var finish: [@Sendable () -> Void] = []
                try db.inTransaction(.immediate) {
                    finish = try batch.map { try $0.perform(db) }
                    return .commit
                }
                emptyLog(in: db, hasErased: db.totalChangesCount > changes && batch.contains(where: \.erases))
                for tell in finish { tell() }
            } catch {
                for write in batch { write.fail(StoreError(error)) }
            }
        }
    }

    /// What was deleted still stands in the log, until that is emptied; where somebody reads for too long just then, a later
    /// write sees to it, a sweep's at the latest.
    private func emptyLog(in db: Database, hasErased: Bool) {
        guard state.withLock({ $0.owesCheckpoint || hasErased }) else { return }
        let isEmpty = (try? db.checkpoint(.truncate)) != nil
        state.withLock { $0.owesCheckpoint = !isEmpty }
    }
}
