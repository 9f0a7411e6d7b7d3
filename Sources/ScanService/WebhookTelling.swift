import Foundation
package import Storage
import TypeSafeAPI
package import Webhooks

/// Who is told of verdicts and screenshots.
package struct WebhookTelling: Sendable {
    let sharing: SharingStore
    /// Where sessions' webhooks may be.
    let policy: DestinationPolicy
    private let operators: [ConfiguredWebhook]
    private let observer: @Sendable (OutboxReceipt) -> Void

    /// - Parameter observer: hears when something was queued, or had no room.
    package init(
        sharing: SharingStore, policy: DestinationPolicy, operators: [ConfiguredWebhook],
        observer: @escaping @Sendable (OutboxReceipt) -> Void
    ) {
        self.sharing = sharing
        self.policy = policy
        self.operators = operators
        self.observer = observer
    }

    /// nil where nobody wants to hear of it.
    func notice(of response: ScanResponse, for session: UUID) -> OutboxEvent? {
        let isHigh: Bool
        switch response.riskLevel {
        case .high: isHigh = true
        case .medium: isHigh = false
        case .low, .unknown: return nil
        }
        return notice(
            .verdict(isHigh: isHigh), for: session, at: response.timestamp,
            operators: operators.filter { isHigh || $0.level == .medium }.map(\.name)
        ) { id in
            WebhookEvent(
                id: id, timestamp: response.timestamp, data: VerdictFacts(response, sessionID: session))
        }
    }

    /// - Parameter owner: of the subject.
    func notice(ofScreenshot facts: ScreenshotFacts, for owner: UUID, at now: Date) -> OutboxEvent? {
        notice(.screenshot, for: owner, at: now) { WebhookEvent(id: $0, timestamp: now, data: facts) }
    }

    func note(_ receipt: OutboxReceipt) {
        if receipt != OutboxReceipt() { observer(receipt) }
    }

    private func notice(
        _ trigger: OutboxEvent.Trigger, for session: UUID, at time: Date, operators: [String] = [],
        event: (UUID) -> some Encodable
    ) -> OutboxEvent? {
        let id = UUID()
        guard let body = try? WireCoding.encoder().encode(event(id)) else { return nil }
        return OutboxEvent(
            id: id, trigger: trigger, session: session, time: time, body: body, operators: operators)
    }
}
