package import SystemSupport
package import Foundation

/// The stored results, by session. A result that is past its retention is never returned, even if it isn't deleted yet.
package protocol ResultStore: Sendable {
    /// Saves a result, puts the event into the outbox, and returns when both are stored.
    /// - Parameter client: the client whose share of the store is taken; nil for nobody's.
    /// - Returns: `isSaved` is false where the client has its share. The event is published in any case.
    @discardableResult
    func save(
        _ result: StoredResult, publishing event: OutboxEvent?, of client: ClientID?
    ) async throws(StoreError) -> (isSaved: Bool, messages: OutboxReceipt)

    /// Puts an event into the outbox when its result isn't stored.
    func publish(_ event: OutboxEvent) async throws(StoreError) -> OutboxReceipt

    func latest(session: UUID) async throws(StoreError) -> StoredResult?

    func result(scan: UUID) async throws(StoreError) -> StoredResult?

    /// Returns a page of a session's results.
    /// - Parameter before: a scan of the same session, after which the page starts. An unknown or deleted scan gives an
    ///   empty page.
    func results(session: UUID, limit: Int, before: UUID?) async throws(StoreError) -> ResultPage

    /// Deletes everything that is stored for a session, of all kinds. It returns when nothing of that is left, with the number of
    /// deleted entries by their kind.
    func deleteSession(_ session: UUID) async throws(StoreError) -> [String: Int]
}

extension ResultStore {
    @discardableResult
    package func save(
        _ result: StoredResult, of client: ClientID? = nil
    ) async throws(StoreError) -> (isSaved: Bool, messages: OutboxReceipt) {
        try await save(result, publishing: nil, of: client)
    }
}
