package import Foundation

/// The next step of whoever sends messages.
package enum OutboxWork: Sendable {
    /// - Parameter host: the host of a session's webhook; any other text for an operator's receiver.
    case send(OutboxMessage, host: String)
    /// No message is due before this time; nil where no message waits.
    case wait(until: Date?)
}

/// The messages for webhooks, for the dispatcher that sends them and for the operator's commands.
package protocol Outbox: Sendable {
    /// Returns the next step of the dispatcher.
    func next(at now: Date, besides busy: OutboxBusy) async throws(StoreError) -> OutboxWork

    func delivered(_ message: OutboxMessage) async throws(StoreError)

    /// Records a failed attempt. The message will be tried again.
    /// - Parameters:
    ///   - wait: how long the message waits.
    ///   - backoff: returns how long its receiver gets no message at all, after this number of failures in a row.
    func failed(
        _ message: OutboxMessage, _ outcome: String, at now: Date, wait: Duration,
        backoff: @escaping @Sendable (Int) -> Duration
    ) async throws(StoreError)

    /// Turns a message into a dead letter, which isn't tried again by itself.
    func deadLetter(_ message: OutboxMessage, _ outcome: String, at now: Date) async throws(StoreError)

    /// Returns a session's webhook as it was registered; nil where the session has none.
    func webhook(of session: UUID) async throws(StoreError) -> StoredWebhook?

    func removeWebhook(of session: UUID) async throws(StoreError)

    // MARK: - For the operator

    func counts() async throws(StoreError) -> OutboxCounts

    func list(limit: Int) async throws(StoreError) -> [OutboxMessage]

    /// Makes a message due now and gives it all its attempts again. It returns false where there is no such message.
    func retry(_ number: Int64, at now: Date) async throws(StoreError) -> Bool

    /// Deletes a message. It returns false where there is no such message.
    func drop(_ number: Int64) async throws(StoreError) -> Bool
}
