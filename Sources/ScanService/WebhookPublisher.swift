import SystemSupport
import Foundation
package import Outbound
package import Storage
import TypeSafeAPI

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
