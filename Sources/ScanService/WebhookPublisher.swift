import Concurrency
import Foundation
package import Storage
import TypeSafeAPI
package import Webhooks

/// Makes the events about verdicts and screenshots that go into the outbox.
package struct WebhookPublisher: Sendable {
    let sharing: SharingStore
    let policy: DestinationPolicy
    private let operators: [ConfiguredWebhook]
    private let observer: @Sendable (OutboxReceipt) -> Void

    /// - Parameter observer: called when messages were queued, and when the outbox had no room for them.
    package init(
        sharing: SharingStore, policy: DestinationPolicy, operators: [ConfiguredWebhook],
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
            .verdict(isHigh: isHigh), for: session, by: client, at: response.timestamp,
            operators: operators.filter { isHigh || $0.level == .medium }.map(\.name)
        ) { id in
            WebhookEvent(
                id: id, timestamp: response.timestamp, data: VerdictFacts(response, sessionID: session))
        }
    }

    /// Makes the event about a screenshot.
    /// - Parameter owner: the session that owns the subject.
    func event(
        about screenshot: ScreenshotFacts, for owner: UUID, at now: Date, by client: ClientID
    ) -> OutboxEvent? {
        outboxEvent(.screenshot, for: owner, by: client, at: now) {
            WebhookEvent(id: $0, timestamp: now, data: screenshot)
        }
    }

    func report(_ receipt: OutboxReceipt) {
        if !receipt.isEmpty { observer(receipt) }
    }

    private func outboxEvent(
        _ trigger: OutboxEvent.Trigger, for session: UUID, by client: ClientID, at time: Date,
        operators: [String] = [],
        content: (UUID) -> some Encodable
    ) -> OutboxEvent? {
        let id = UUID()
        guard let body = try? WireCoding.encoder().encode(content(id)) else { return nil }
        return OutboxEvent(
            id: id, trigger: trigger, session: session, time: time, body: body, operators: operators,
            client: client)
    }
}
