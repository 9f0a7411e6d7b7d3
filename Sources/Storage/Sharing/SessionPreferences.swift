package import Foundation
package import ScamTaxonomy

/// Which events a session wants, and where its webhook is.
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

/// A session's webhook. The secret must be kept readable, because it signs messages.
package struct StoredWebhook: Sendable, Equatable, CustomStringConvertible {
    package let url: String
    package let secret: String

    package init(url: String, secret: String) {
        self.url = url
        self.secret = secret
    }

    package var description: String { "a webhook" }
}

/// Something that its owner shares with participants: a photo, an album.
package struct StoredSubject: Sendable, Equatable {
    package let id: String
    package let owner: UUID
    package let participants: [UUID]
    /// Time of the latest screenshot that a participant reported.
    package var screenshotAt: Date?

    package init(id: String, owner: UUID, participants: [UUID], screenshotAt: Date? = nil) {
        self.id = id
        self.owner = owner
        self.participants = participants
        self.screenshotAt = screenshotAt
    }
}

package struct SharingLimits: Sendable {
    /// Largest number of sessions with preferences, and of subjects. A row takes less than 1 kB: 100 MB at most for each.
    package var entries = 100_000
    /// How long an entry is kept after its last use.
    package var age: Duration = .seconds(90 * 86_400)

    package init() {}
}
