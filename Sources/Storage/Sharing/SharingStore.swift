package import SystemSupport
package import Foundation

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
