public import Foundation

/// The body of a request to a webhook, which is signed as Standard Webhooks specifies. It never holds a word of a
/// message.
public struct WebhookEvent<Content: Codable & Sendable & Equatable>: Codable, Sendable, Equatable {
    /// Id of the event, also in the field `webhook-id`. All attempts have the same id, so that a receiver can recognise
    /// repetitions.
    public var id: UUID
    /// The type of the event, which decides what `data` is.
    public var type: WebhookEventType
    /// Time of the event, to the second.
    public var timestamp: Date
    /// The content of the event, which depends on its type.
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

/// Types of events.
public enum WebhookEventType: String, Codable, Sendable, CaseIterable {
    case verdict, screenshot
}

/// The content of a `verdict` event.
public struct VerdictFacts: Codable, Sendable, Equatable {
    /// Id of the scan, by which the result can be requested for as long as it is stored.
    public var scanID: UUID
    /// Id of the session that the scan belongs to.
    public var sessionID: UUID
    /// How dangerous the message is: `medium` or `high`.
    public var riskLevel: RiskLevel
    /// Coarse category of the scam.
    public var category: ScamCategory
    /// Kind of the scam.
    public var scamType: ScamType
    /// Probability that the risk level is right, from 0 to 1.
    public var confidence: Double
    /// Version of the rules that judged.
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

    /// Creates the content from the parts of a response that an event may hold.
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

/// The content of a `screenshot` event.
public struct ScreenshotFacts: Codable, Sendable, Equatable {
    /// Id of the subject on the screenshot.
    public var subjectID: String
    /// Time of the screenshot.
    public var screenshotAt: Date
    /// True where whoever took the screenshot didn't want to have it checked; otherwise nil.
    public var dismissed: Bool?

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case subjectID = "subject_id"
        case screenshotAt = "screenshot_at"
        case dismissed
    }

    /// Creates a value from its properties.
    public init(subjectID: String, screenshotAt: Date, dismissed: Bool? = nil) {
        self.subjectID = subjectID
        self.screenshotAt = screenshotAt
        self.dismissed = dismissed
    }
}
