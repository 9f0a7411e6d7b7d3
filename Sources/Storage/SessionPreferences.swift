package import Foundation

/// What a session wants to be told, and where.
package struct StoredPreferences: Sendable, Equatable {
    /// From which risk on verdicts are told.
    package enum Verdicts: String, Sendable {
        case off, medium, high
    }

    package var webhook: StoredWebhook?
    package var notifications: Bool
    package var screenshotEvents: Bool
    package var verdicts: Verdicts

    package init(
        webhook: StoredWebhook?, notifications: Bool, screenshotEvents: Bool, verdicts: Verdicts
    ) {
        self.webhook = webhook
        self.notifications = notifications
        self.screenshotEvents = screenshotEvents
        self.verdicts = verdicts
    }
}

/// Where a session's messages go. The secret must be kept readable, as it signs.
package struct StoredWebhook: Sendable, Equatable, CustomStringConvertible {
    package let url: String
    package let secret: String

    package init(url: String, secret: String) {
        self.url = url
        self.secret = secret
    }

    package var description: String { "a webhook" }
}

/// Something that is shared: who owns it, and who else sees it.
package struct StoredSubject: Sendable, Equatable {
    package let id: String
    package let owner: UUID
    package let participants: [UUID]
    /// When the latest screenshot of it was taken that somebody else than the owner told of.
    package var screenshotAt: Date?

    package init(id: String, owner: UUID, participants: [UUID], screenshotAt: Date? = nil) {
        self.id = id
        self.owner = owner
        self.participants = participants
        self.screenshotAt = screenshotAt
    }
}

/// What bounds preferences and subjects.
package struct SharingLimits: Sendable {
    /// Of each.
    package var entries = 100_000
    /// How long they are kept after their last use.
    package var age: Duration = .seconds(90 * 86_400)

    package init() {}
}
