import SystemSupport
import Foundation
package import Storage
import TextAnalysis
import TypeSafeAPI

/// Stores the responses to scans and publishes them to webhooks. It stores nothing without a session's id, and never an
/// image.
package struct ResultRecorder: Sendable {
    /// The store; nil where the server keeps nothing for sessions.
    let store: (any ResultStore)?
    /// Whether results are stored. With false, the store holds only what else belongs to a session, such as its
    /// preferences.
    let keepsResults: Bool
    /// Whether the message's redacted text is stored with its result.
    let keepsText: Bool
    /// Makes the events for webhooks; nil where the server has no webhooks.
    let publisher: WebhookPublisher?

    package init(
        store: (any ResultStore)?, keepsResults: Bool, keepsText: Bool, publisher: WebhookPublisher? = nil
    ) {
        self.publisher = publisher
        self.store = store
        self.keepsResults = keepsResults && store != nil
        self.keepsText = keepsText
    }

    package static let none = ResultRecorder(store: nil, keepsResults: false, keepsText: false)

    /// Stores a response without the message's words, and puts what webhooks are to be told into the outbox. The response then says
    /// what of that was done: the rest never will be.
    /// - Parameters:
    ///   - text: the message.
    ///   - client: the client whose share of the database and of the outbox is taken.
    /// - Returns: false where the store failed. The same may be recorded again.
    @discardableResult
    func record(
        _ response: inout ScanResponse, of text: AnalyzedText, as kind: StoredResult.Kind, for session: UUID,
        by client: ClientID
    ) async -> Bool {
        let event = publisher?.event(about: response, for: session, by: client)
        // The store logs its own faults. The scan succeeded, although its result isn't stored.
        let kept = try? await store(response, text, as: kind, for: session, by: client, publishing: event)
        response.stored = kept?.isSaved ?? false
        guard event != nil else { return kept != nil }
        if let kept { publisher?.report(kept.messages) }
        response.notified = kept.map { $0.messages.isEmpty ? nil : $0.messages.dropped == 0 } ?? false
        return kept != nil
    }

    private func store(
        _ response: ScanResponse, _ text: AnalyzedText, as kind: StoredResult.Kind, for session: UUID,
        by client: ClientID, publishing event: OutboxEvent?
    ) async throws -> (isSaved: Bool, messages: OutboxReceipt) {
        guard let store else { return (false, OutboxReceipt()) }
        guard keepsResults else {
            guard let event else { return (false, OutboxReceipt()) }
            return (false, try await store.publish(event))
        }
        let result = StoredResult(
            scan: response.scanID, session: session, kind: kind, risk: response.riskLevel.rawValue,
            createdAt: response.timestamp,
            body: Data(try WireCoding.bytes(storable(response, text))))
        return try await store.save(result, publishing: event, of: client)
    }

    private func storable(_ response: ScanResponse, _ text: AnalyzedText) -> ScanResponse {
        var storable = response.redacted
        storable.ocr = nil
        for index in storable.conversation?.pictures.indices ?? 0..<0 {
            storable.conversation?.pictures[index].ocr = nil
        }
        storable.conversation?.lines = nil
        if keepsText { storable.text = RedactedText(text).text }
        return storable
    }
}
