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
