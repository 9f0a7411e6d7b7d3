import GRDB

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
