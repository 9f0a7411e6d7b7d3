import Foundation
package import Outbound
package import Storage
import SystemSupport
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

/// Makes the events about verdicts and screenshots that go into the outbox.
package struct WebhookPublisher: Sendable {
    let sharing: any SharingStore
    let policy: DestinationPolicy
    private let operators: [ConfiguredWebhook]
    private let observer: @Sendable (OutboxReceipt) -> Void

    /// - Parameter observer: called when messages were queued, and when the outbox had no room for them.
    package init(
        sharing: any SharingStore, policy: DestinationPolicy, operators: [ConfiguredWebhook],
        observer: @escaping @Sendable (OutboxReceipt) -> Void
    ) {
        self.sharing = sharing
        self.policy = policy
        self.operators = operators
        self.observer = observer
    }

    /// Makes the event about a verdict, which takes the share of the client that asked for it; nil where the risk is too low for any webhook.
    func event(about response: ScanResponse, for session: UUID, by client: ClientID) -> OutboxEvent? {
        guard response.riskLevel.isWarning else { return nil }
        let isHigh = response.riskLevel == .high
        return outboxEvent(
            .verdict(isHigh: isHigh), Self.id(["verdict", response.scanID.uuidString]), for: session,
            by: client, at: response.timestamp,
            operators: operators.filter { isHigh || $0.level == .medium }.map(\.name)
        ) { id in
            WebhookEvent(
                id: id, timestamp: response.timestamp, data: VerdictFacts(response, sessionID: session))
        }
    }

    /// Makes the event about a screenshot.
    /// - Parameters:
    ///   - session: the session that reports it.
    ///   - owner: the session that owns the subject.
    func event(
        about screenshot: ScreenshotFacts, from session: UUID, for owner: UUID, at now: Date,
        by client: ClientID
    ) -> OutboxEvent? {
        let id = Self.id(of: screenshot, from: session, for: owner)
        return outboxEvent(.screenshot, id, for: owner, by: client, at: now) {
            WebhookEvent(id: $0, timestamp: now, data: screenshot)
        }
    }

    /// A screenshot and its dismissal are two events.
    static func id(of screenshot: ScreenshotFacts, from session: UUID, for owner: UUID) -> UUID {
        id([
            screenshot.dismissed == true ? "dismissal" : "screenshot", screenshot.subjectID,
            owner.uuidString, session.uuidString, "\(screenshot.screenshotAt.timeIntervalSince1970)",
        ])
    }

    func report(_ receipt: OutboxReceipt) {
        if !receipt.isEmpty { observer(receipt) }
    }

    /// The id of an event follows from what it tells, so that a scan or a report that is done again tells nothing twice.
    private static func id(_ facts: [String]) -> UUID { UUID(naming: facts) }

    private func outboxEvent(
        _ trigger: OutboxEvent.Trigger, _ id: UUID, for session: UUID, by client: ClientID, at time: Date,
        operators: [String] = [],
        content: (UUID) -> some Encodable
    ) -> OutboxEvent? {
        guard let body = try? WireCoding.encoder().encode(content(id)) else { return nil }
        return OutboxEvent(
            id: id, trigger: trigger, session: session, time: time, body: body, operators: operators,
            client: client)
    }
}
