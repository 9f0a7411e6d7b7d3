public import Foundation

/// What a webhook gets: one event, signed as Standard Webhooks has it. It never holds a word of a message.
public struct WebhookEvent<Content: Codable & Sendable & Equatable>: Codable, Sendable, Equatable {
    /// The same at each attempt, and the field `webhook-id`: what was seen before is a repetition.
    public var id: UUID
    /// What `data` is.
    public var type: WebhookEventType
    /// When it happened, to the second.
    public var timestamp: Date
    /// The event itself.
    public var data: Content

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case id, type, timestamp, data
    }
}

extension WebhookEvent where Content == VerdictFacts {
    /// Makes an event of the type `verdict`.
    public init(id: UUID, timestamp: Date, data: VerdictFacts) {
        (self.id, self.type, self.timestamp, self.data) = (id, .verdict, timestamp, data)
    }
}

extension WebhookEvent where Content == ScreenshotFacts {
    /// Makes an event of the type `screenshot`.
    public init(id: UUID, timestamp: Date, data: ScreenshotFacts) {
        (self.id, self.type, self.timestamp, self.data) = (id, .screenshot, timestamp, data)
    }
}

/// What webhooks are told of.
public enum WebhookEventType: String, Codable, Sendable, CaseIterable {
    case verdict, screenshot
}

/// A verdict, as a webhook is told of it.
public struct VerdictFacts: Codable, Sendable, Equatable {
    /// Leads to the result for as long as it is stored.
    public var scanID: UUID
    /// Whose scan it was.
    public var sessionID: UUID
    /// How dangerous the message is: `medium` or `high`.
    public var riskLevel: RiskLevel
    /// Coarse kind.
    public var category: ScamCategory
    /// Fine kind.
    public var scamType: ScamType
    /// How sure the verdict is, 0 to 1.
    public var confidence: Double
    /// Of the rule set that judged.
    public var rulesVersion: String

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case scanID = "scan_id"
        case sessionID = "session_id"
        case riskLevel = "risk_level"
        case category
        case scamType = "scam_type"
        case confidence
        case rulesVersion = "rules_version"
    }

    /// What of an answer may be told.
    public init(_ response: ScanResponse, sessionID: UUID) {
        scanID = response.scanID
        self.sessionID = sessionID
        riskLevel = response.riskLevel
        category = response.category
        scamType = response.scamType
        confidence = response.confidence
        rulesVersion = response.rulesVersion
    }
}

/// A screenshot of something shared, as its owner's webhook is told of it.
public struct ScreenshotFacts: Codable, Sendable, Equatable {
    /// What was on the screenshot.
    public var subjectID: String
    /// When it was taken.
    public var screenshotAt: Date

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case subjectID = "subject_id"
        case screenshotAt = "screenshot_at"
    }

    /// Makes the event's content.
    public init(subjectID: String, screenshotAt: Date) {
        self.subjectID = subjectID
        self.screenshotAt = screenshotAt
    }
}
