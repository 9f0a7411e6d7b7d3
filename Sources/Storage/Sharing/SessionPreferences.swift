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

extension StoredPreferences {
    /// What a session without preferences wants.
    package static let standard = StoredPreferences(
        webhook: nil, notifications: true, screenshotEvents: true, verdicts: .high)

    /// Whether the session's webhook is to be told of an event.
    package func wants(_ trigger: OutboxEvent.Trigger) -> Bool {
        webhook != nil && allows(trigger)
    }

    /// Whether the session is to be told of an event, wherever.
    package func allows(_ trigger: OutboxEvent.Trigger) -> Bool {
        guard notifications else { return false }
        return switch trigger {
        case .screenshot: screenshotEvents
        case .verdict(let isHigh):
            switch verdicts {
            case .off: false
            case .medium: true
            case .high: isHigh
            }
        }
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
    /// Largest number of screenshots of a subject that one participant can report in a day. With more, it could flood
    /// the owner's webhook.
    package var screenshots = 100
    /// Time for which a screenshot is kept, in which the same report could come again. The API refuses reports that are older than
    /// 24 hours, and one hour is for clocks that differ.
    package var screenshotAge: Duration = .seconds(25 * 3_600)

    package init() {}
}
