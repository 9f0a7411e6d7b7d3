import GRDB

/// Whether a write deletes something that must not be found in the database's files afterwards.
enum Erasure: Sendable {
    case none
    /// The write succeeds when it is committed; the next immediate erasure empties the log.
    case deferred
    /// The write succeeds when it is committed and the log is emptied.
    case immediate
}

/// A write whose caller waits until the transaction that it shares with other writes is on the disk.
struct PendingWrite: Sendable {
    /// Reports the write's own result where the argument is nil, and that error otherwise.
    typealias Completion = @Sendable (StoreError?) -> Void

    let erasure: Erasure
    /// Makes the changes, or none of them. Throws where the store itself failed and the transaction must not go on.
    let perform: @Sendable (Database) throws(StoreError) -> Completion
    /// Reports that nothing was changed.
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
