public import Foundation

/// Something that one session shares with others: the body of `PUT /subjects/{id}`.
public struct SubjectRegistration: Codable, Sendable, Equatable {
    /// The most participants a subject may have.
    public static let maxParticipants = 100
    /// The most characters of a subject's id; they are letters, digits, `.`, `_`, `:` and `-`.
    public static let maxIDLength = 128

    /// Who may change it and is told of screenshots.
    public var ownerSessionID: UUID
    /// Who else sees it.
    public var participants: [UUID]

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case ownerSessionID = "owner_session_id"
        case participants
    }

    /// Makes a registration.
    public init(ownerSessionID: UUID, participants: [UUID]) {
        self.ownerSessionID = ownerSessionID
        self.participants = participants
    }
}

/// The answer to `PUT /subjects/{id}`.
public struct Subject: Codable, Sendable, Equatable {
    /// Its id.
    public var id: String
    /// How many others see it.
    public var participants: Int
    /// When the latest screenshot of it was taken that a participant told of; absent where none was.
    public var screenshotAt: Date?

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case id, participants
        case screenshotAt = "screenshot_at"
    }

    /// Makes an answer.
    public init(id: String, participants: Int, screenshotAt: Date?) {
        self.id = id
        self.participants = participants
        self.screenshotAt = screenshotAt
    }
}

/// The body of `POST /screenshot-events`: a screenshot was taken of something that somebody shares.
public struct ScreenshotEvent: Codable, Sendable, Equatable {
    /// Seconds that `taken_at` may be ahead of the server's clock.
    public static let maxSkew = 300
    /// Seconds that `taken_at` may lie back.
    public static let maxAge = 86_400

    /// Who took it.
    public var sessionID: UUID
    /// Of what.
    public var subjectID: String
    /// When.
    public var takenAt: Date

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case sessionID = "session_id"
        case subjectID = "subject_id"
        case takenAt = "taken_at"
    }

    /// Makes an event.
    public init(sessionID: UUID, subjectID: String, takenAt: Date) {
        self.sessionID = sessionID
        self.subjectID = subjectID
        self.takenAt = takenAt
    }
}

/// The answer to `POST /screenshot-events`.
public struct ScreenshotReceipt: Codable, Sendable, Equatable {
    /// Whether the owner's webhook will be told: not of the owner's own screenshots, not twice of the same, and not where
    /// the owner's preferences don't allow it.
    public var notified: Bool
    /// When the latest screenshot was taken that a participant told of; absent where none was.
    public var screenshotAt: Date?

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case notified
        case screenshotAt = "screenshot_at"
    }

    /// Makes an answer.
    public init(notified: Bool, screenshotAt: Date?) {
        self.notified = notified
        self.screenshotAt = screenshotAt
    }
}
