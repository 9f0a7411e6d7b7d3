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

/// The body of `POST /screenshot-events`: a session took a screenshot of a subject, or didn't want to have it checked.
public struct ScreenshotEvent: Codable, Sendable, Equatable {
    /// Number of seconds that `taken_at` may be ahead of the server's clock. Phones' clocks are rarely wrong by more.
    public static let maxSkew = 300
    /// Number of seconds that `taken_at` may lie in the past: one day, because an owner has no use for older events.
    public static let maxAge = 86_400

    /// The session that took the screenshot.
    public var sessionID: UUID
    /// Id of the subject on the screenshot.
    public var subjectID: String
    /// Time of the screenshot, which names it: its dismissal has the same.
    public var takenAt: Date
    /// Whether the question whether to check the screenshot was dismissed. Nil counts as false. A dismissal is an event of its own, and
    /// reports the screenshot too if that wasn't reported before.
    public var dismissed: Bool?

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case sessionID = "session_id"
        case subjectID = "subject_id"
        case takenAt = "taken_at"
        case dismissed
    }

    /// Creates a value from its properties.
    public init(sessionID: UUID, subjectID: String, takenAt: Date, dismissed: Bool? = nil) {
        self.sessionID = sessionID
        self.subjectID = subjectID
        self.takenAt = takenAt
        self.dismissed = dismissed
    }
}

/// The response to `POST /screenshot-events`.
public struct ScreenshotReceipt: Codable, Sendable, Equatable {
    /// Whether the owner is told, by webhook or as a follower: not of the owner's own screenshots, not of what was reported before, and
    /// not where the owner's preferences don't allow it.
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
