public import Foundation

/// How one of a session's scans goes: the data of an event of `GET /sessions/{id}/events`. It never holds a word of the message.
public struct SessionEvent: Codable, Sendable, Equatable {
    /// Id of the scan. Its result has the same id.
    public var scanID: UUID
    /// The stage that the scan has reached.
    public var state: ScanJobState
    /// How much of the scan is done, from 0 to 100.
    public var percent: Int
    /// How dangerous the message is; absent unless the state is `done`.
    public var riskLevel: RiskLevel?
    /// Kind of the scam; absent unless the state is `done`.
    public var scamType: ScamType?
    /// Why the scan failed: the `type` of its problem; absent unless the state is `failed`.
    public var problem: String?

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case scanID = "scan_id"
        case state, percent
        case riskLevel = "risk_level"
        case scamType = "scam_type"
        case problem
    }

    /// Creates a value from its properties.
    public init(
        scanID: UUID, state: ScanJobState, percent: Int, riskLevel: RiskLevel? = nil,
        scamType: ScamType? = nil, problem: String? = nil
    ) {
        self.scanID = scanID
        self.state = state
        self.percent = percent
        self.riskLevel = riskLevel
        self.scamType = scamType
        self.problem = problem
    }

    /// Why the scan failed; nil unless it did, or where this version of the module doesn't know the reason.
    public var problemKind: ProblemKind? { problem.flatMap { ProblemKind(urn: $0) } }

    /// Creates the event of a scan's present state.
    public init(_ job: ScanJob) {
        self.init(
            scanID: job.scanID, state: job.state, percent: job.percent, riskLevel: job.result?.riskLevel,
            scamType: job.result?.scamType, problem: job.problem?.type)
    }

    /// Creates the event of a scan that is done.
    public init(_ response: ScanResponse) {
        self.init(
            scanID: response.scanID, state: .done, percent: 100, riskLevel: response.riskLevel,
            scamType: response.scamType)
    }
}

/// The events that a session's webhook gets. This is the body of `PUT /sessions/{id}/preferences`, and its response,
/// which has no secret.
public struct SessionPreferences: Codable, Sendable, Equatable {
    /// The webhook that gets the events; absent for none.
    public var webhook: SessionWebhook?
    /// Whether the webhook gets any events; absent means true.
    public var notifications: Bool?
    /// Whether the webhook gets screenshots of the session's subjects; absent means true.
    public var screenshotEvents: Bool?
    /// The lowest risk level whose verdicts are sent; absent means `high`.
    public var verdicts: VerdictPreference?

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case webhook, notifications
        case screenshotEvents = "screenshot_events"
        case verdicts
    }

    /// Makes preferences.
    public init(
        webhook: SessionWebhook?, notifications: Bool? = nil, screenshotEvents: Bool? = nil,
        verdicts: VerdictPreference? = nil
    ) {
        self.webhook = webhook
        self.notifications = notifications
        self.screenshotEvents = screenshotEvents
        self.verdicts = verdicts
    }
}

/// The address and the secret of a session's webhook.
public struct SessionWebhook: Codable, Sendable, Equatable {
    /// An `https` URL. The server's operator may allow `http`.
    public var url: String
    /// `whsec_` and the base64 of 24 to 64 random bytes. The server never sends the secret back.
    public var secret: String?

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case url, secret
    }

    /// Creates a value from its properties.
    public init(url: String, secret: String?) {
        self.url = url
        self.secret = secret
    }
}

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
