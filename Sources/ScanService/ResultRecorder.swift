import Foundation
package import Storage
import TextAnalysis
import TypeSafeAPI

/// Stores the responses to scans and publishes them to webhooks. It stores nothing without a session's id, and never an
/// image.
package struct ResultRecorder: Sendable {
    /// The store; nil where the server keeps nothing for sessions.
    let store: ResultStore?
    /// Whether results are stored. With false, the store holds only what else belongs to a session, such as its
    /// preferences.
    let keepsResults: Bool
    /// Whether the message's redacted text is stored with its result.
    let keepsText: Bool
    /// Makes the events for webhooks; nil where the server has no webhooks.
    let publisher: WebhookPublisher?

    package init(
        store: ResultStore?, keepsResults: Bool, keepsText: Bool, publisher: WebhookPublisher? = nil
    ) {
        self.publisher = publisher
        self.store = store
        self.keepsResults = keepsResults && store != nil
        self.keepsText = keepsText
    }

    package static let none = ResultRecorder(store: nil, keepsResults: false, keepsText: false)

    /// Stores a response without the message's words.
    /// - Parameter text: the message.
    /// - Returns: whether the response is on the disk. With false, it will never be stored.
    func record(
        _ response: ScanResponse, of text: AnalyzedText, as kind: StoredResult.Kind, for session: UUID
    ) async -> Bool {
        guard let store else { return false }
        let event = publisher?.event(about: response, for: session)
        guard keepsResults else {
            if let event, let receipt = try? await store.publish(event) { publisher?.report(receipt) }
            return false
        }
        guard let body = try? WireCoding.encoder().encode(storable(response, text)) else { return false }
        let result = StoredResult(
            scan: response.scanID, session: session, kind: kind, risk: response.riskLevel.rawValue,
            createdAt: response.timestamp, body: body)
        do throws(StoreError) {
            if let event {
                publisher?.report(try await store.save(result, publishing: event))
            } else {
                try await store.save(result)
            }
            return true
        } catch {
            // The store logs its own faults. The scan succeeded, although its result isn't stored.
            return false
        }
    }

    private func storable(_ response: ScanResponse, _ text: AnalyzedText) -> ScanResponse {
        var storable = response.redacted
        storable.ocr = nil
        if keepsText { storable.text = RedactedText(text).text }
        return storable
    }
}
