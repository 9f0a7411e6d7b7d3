import GRDB

/// Changes that somebody waits for, until the transaction that they share with others is on the disk.
struct PendingWrite: Sendable {
    /// Whether something is deleted that must not be found in the log either.
    let erases: Bool
    /// Makes the changes, or none of them; answers with what tells the waiter so once all is committed. Throws where the
    /// store itself failed and the transaction must not go on.
    let perform: @Sendable (Database) throws(StoreError) -> @Sendable () -> Void
    /// Tells the waiter that nothing was changed.
    let fail: @Sendable (StoreError) -> Void

    init<T: Sendable>(
        erases: Bool, _ work: @escaping @Sendable (Database) throws -> T,
        then finish: @escaping @Sendable (Result<T, StoreError>) -> Void
    ) {
        self.erases = erases
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
            return { finish(result) }
        }
    }
}
