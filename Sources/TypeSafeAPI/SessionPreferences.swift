/// What a session wants to be told, and where: the body of `PUT /sessions/{id}/preferences` and, without the secret, its
/// answer.
public struct SessionPreferences: Codable, Sendable, Equatable {
    /// Whom to tell; nobody where it is absent.
    public var webhook: SessionWebhook?
    /// Whether anything is told at all; where absent, it is.
    public var notifications: Bool?
    /// Whether screenshots of what the session shares are told; where absent, they are.
    public var screenshotEvents: Bool?
    /// From which risk on verdicts are told; where absent, `high`.
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

/// Where a session's events go.
public struct SessionWebhook: Codable, Sendable, Equatable {
    /// An `https` URL; the server's operator may allow others.
    public var url: String
    /// `whsec_` and the base64 of 24 to 64 random bytes. Never answered back.
    public var secret: String?

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case url, secret
    }

    /// Makes a webhook.
    public init(url: String, secret: String?) {
        self.url = url
        self.secret = secret
    }
}
