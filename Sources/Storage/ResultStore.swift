package import Foundation

/// Keeps results by session for as long as it is told to. What is past its time is never handed out.
package protocol ResultStore: Sendable {
    /// Returns when the result is as safe as the store can make it.
    func save(_ result: StoredResult) async throws(StoreError)

    /// Saves a result and, in the same breath, queues what webhooks are told of it.
    func save(_ result: StoredResult, telling notice: WebhookNotice) async throws(StoreError) -> OutboxReceipt

    /// Queues what webhooks are told of a result that isn't kept.
    func tell(_ notice: WebhookNotice) async throws(StoreError) -> OutboxReceipt

    func latest(session: UUID) async throws(StoreError) -> StoredResult?

    func result(scan: UUID) async throws(StoreError) -> StoredResult?

    /// - Parameter before: a scan of the same session; none or one that is gone gives an empty page.
    func results(session: UUID, limit: Int, before: UUID?) async throws(StoreError) -> ResultPage

    /// Deletes all that is stored for a session, results and whatever else; answers with how many of what.
    func deleteSession(_ session: UUID) async throws(StoreError) -> [String: Int]
}
