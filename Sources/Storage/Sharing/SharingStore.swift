package import Foundation
package import ScamTaxonomy
package import SystemSupport

package enum SubjectChange: Sendable, Equatable {
    case saved(StoredSubject)
    case tooMany
}

package struct ScreenshotReport: Sendable {
    package let subject: String
    package let session: UUID
    package let takenAt: Date
    /// Whether whoever took it dismissed the question whether to check it. It reports the screenshot too, where nobody did before.
    package let isDismissal: Bool

    package init(subject: String, session: UUID, takenAt: Date, isDismissal: Bool = false) {
        self.subject = subject
        self.session = session
        self.takenAt = takenAt
        self.isDismissal = isDismissal
    }
}

package enum ScreenshotChange: Sendable, Equatable {
    case unknownSubject
    case notParticipant
    /// Nothing was recorded: the screenshot is the owner's, or the same was reported before, or it exceeds the daily limit.
    case ignored(screenshotAt: Date?)
    case recorded(screenshotAt: Date?, OutboxReceipt)
}

/// The preferences of sessions, and what sessions share with each other.
package protocol SharingStore: Sendable {
    /// Returns a session's preferences; nil where it has none.
    func preferences(of session: UUID) async throws(StoreError) -> StoredPreferences?

    /// Stores a session's preferences.
    /// - Parameter client: the client whose share of the table is taken; nil for nobody's.
    /// - Returns: false where the session has none yet, and the table is full or the client has its share.
    func put(
        _ preferences: StoredPreferences, of session: UUID, at now: Date, by client: ClientID?
    ) async throws(StoreError) -> Bool

    func put(
        _ subject: StoredSubject, at now: Date, by client: ClientID?
    ) async throws(StoreError) -> SubjectChange

    /// Records a report.
    /// - Parameter event: makes the event for the owner's session. It is sent where the owner's preferences allow it.
    func record(
        _ report: ScreenshotReport, at now: Date,
        event: @escaping @Sendable (_ owner: UUID) -> OutboxEvent?
    ) async throws(StoreError) -> ScreenshotChange
}

extension SharingStore {
    package func put(
        _ preferences: StoredPreferences, of session: UUID, at now: Date
    ) async throws(StoreError) -> Bool {
        try await put(preferences, of: session, at: now, by: nil)
    }

    package func put(_ subject: StoredSubject, at now: Date) async throws(StoreError) -> SubjectChange {
        try await put(subject, at: now, by: nil)
    }
}

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
