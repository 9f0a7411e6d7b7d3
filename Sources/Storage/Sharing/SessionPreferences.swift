package import Foundation
package import ScamTaxonomy

/// The events that a session wants, and the address of its webhook.
package struct StoredPreferences: Sendable, Equatable {
    package var webhook: StoredWebhook?
    package var notifications: Bool
    package var screenshotEvents: Bool
    package var verdicts: VerdictPreference

    package init(
        webhook: StoredWebhook?, notifications: Bool, screenshotEvents: Bool, verdicts: VerdictPreference
    ) {
        self.webhook = webhook
        self.notifications = notifications
        self.screenshotEvents = screenshotEvents
        self.verdicts = verdicts
    }
}

/// A session's webhook. Its secret is stored in readable form, because it is needed to sign messages.
package struct StoredWebhook: Sendable, Equatable, CustomStringConvertible {
    package let url: String
    package let secret: String

    package init(url: String, secret: String) {
        self.url = url
        self.secret = secret
    }

    package var description: String { "a webhook" }
}

/// Something that its owner shares with other sessions, such as a photo or an album.
package struct StoredSubject: Sendable, Equatable {
    package let id: String
    package let owner: UUID
    package let participants: [UUID]
    /// Time of the latest screenshot that a participant reported; nil where there was none.
    package var screenshotAt: Date?

    package init(id: String, owner: UUID, participants: [UUID], screenshotAt: Date? = nil) {
        self.id = id
        self.owner = owner
        self.participants = participants
        self.screenshotAt = screenshotAt
    }
}

package struct SharingLimits: Sendable {
    /// Largest number of sessions with preferences, and of subjects. A row takes less than 1 kB, so each of the two
    /// takes 100 MB at most.
    package var entries = 100_000
    /// How long an entry is kept after it was last used.
    package var age: Duration = .seconds(90 * 86_400)

    package init() {}
}
