public import Foundation

/// The body of `PUT /subjects/{id}`, which registers something that one session shares with others, such as a chat.
public struct SubjectRegistration: Codable, Sendable, Equatable {
    /// Largest number of participants of a subject.
    public static let maxParticipants = 100
    /// Largest number of characters in a subject's id: letters, digits, `.`, `_`, `:` and `-`.
    public static let maxIDLength = 128

    /// The session that may change the subject and whose webhook gets screenshot events.
    public var ownerSessionID: UUID
    /// The sessions that the subject is shared with.
    public var participants: [UUID]

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case ownerSessionID = "owner_session_id"
        case participants
    }

    /// Creates a value from its properties.
    public init(ownerSessionID: UUID, participants: [UUID]) {
        self.ownerSessionID = ownerSessionID
        self.participants = participants
    }
}

/// The response to `PUT /subjects/{id}`.
public struct Subject: Codable, Sendable, Equatable {
    /// Id of the subject.
    public var id: String
    /// Number of sessions that the subject is shared with.
    public var participants: Int
    /// Time of the latest screenshot that a participant reported; absent if there was none.
    public var screenshotAt: Date?

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case id, participants
        case screenshotAt = "screenshot_at"
    }

    /// Creates a value from its properties.
    public init(id: String, participants: Int, screenshotAt: Date?) {
        self.id = id
        self.participants = participants
        self.screenshotAt = screenshotAt
    }
}

/// The body of `POST /screenshot-events`: a session took a screenshot of a subject.
public struct ScreenshotEvent: Codable, Sendable, Equatable {
    /// Number of seconds that `taken_at` may be ahead of the server's clock. Phones' clocks are rarely wrong by more.
    public static let maxSkew = 300
    /// Number of seconds that `taken_at` may lie in the past: one day, because an owner has no use for older events.
    public static let maxAge = 86_400

    /// The session that took the screenshot.
    public var sessionID: UUID
    /// Id of the subject on the screenshot.
    public var subjectID: String
    /// Time of the screenshot.
    public var takenAt: Date

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case sessionID = "session_id"
        case subjectID = "subject_id"
        case takenAt = "taken_at"
    }

    /// Creates a value from its properties.
    public init(sessionID: UUID, subjectID: String, takenAt: Date) {
        self.sessionID = sessionID
        self.subjectID = subjectID
        self.takenAt = takenAt
    }
}

/// The response to `POST /screenshot-events`.
public struct ScreenshotReceipt: Codable, Sendable, Equatable {
    /// Whether the owner's webhook gets an event. It gets none for the owner's own screenshots, none for a screenshot
    /// that was reported before, and none where the owner's preferences don't allow it.
    public var notified: Bool
    /// Time of the latest screenshot that a participant reported; absent if there was none.
    public var screenshotAt: Date?

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case notified
        case screenshotAt = "screenshot_at"
    }

    /// Creates a value from its properties.
    public init(notified: Bool, screenshotAt: Date?) {
        self.notified = notified
        self.screenshotAt = screenshotAt
    }
}
