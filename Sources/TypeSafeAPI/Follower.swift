public import Foundation

/// How a follower is told.
public enum FollowerCarrier: String, Codable, Sendable, CaseIterable {
    /// A topic of an ntfy server, or an endpoint of UnifiedPush.
    case ntfy
    /// A browser (RFC 8030).
    case webPush = "web_push"
    /// A Live Activity on an iPhone.
    case liveActivity = "live_activity"
    /// Notifications on an Apple device.
    case apnsAlert = "apns_alert"
}

/// The body of `POST /scans/{id}/followers` and `POST /sessions/{id}/followers`: where somebody is to be told how scans go. The server
/// never sends an address back.
public struct FollowerRegistration: Codable, Sendable, Equatable {
    /// How the follower is told. It decides which other fields there are.
    public var carrier: FollowerCarrier
    /// URL of the topic or endpoint; only for `ntfy`.
    public var url: String?
    /// For `ntfy` the access token of the topic, absent where anybody may write to it; for `apns_alert` the device's token in hexadecimal.
    public var token: String?
    /// The subscription's endpoint; only for `web_push`.
    public var endpoint: String?
    /// The subscription's keys; only for `web_push`.
    public var keys: BrowserKeys?
    /// Token of a running activity in hexadecimal; only for `live_activity`, which has one of its tokens at least.
    public var updateToken: String?
    /// Push-to-start token in hexadecimal (iOS 17.2); only for `live_activity`.
    public var startToken: String?
    /// Whether the follower is told of start and progress too; only for `ntfy`. Absent means true for a scan's follower, and false for a
    /// session's. A Live Activity is told of both, a browser and `apns_alert` of neither.
    public var progress: Bool?
    /// The language that the follower is told in; absent for that of the request.
    public var language: String?

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case carrier, url, token, endpoint, keys
        case updateToken = "update_token"
        case startToken = "start_token"
        case progress, language
    }

    private init(_ carrier: FollowerCarrier, _ progress: Bool?, _ language: String?) {
        self.carrier = carrier
        self.progress = progress
        self.language = language
    }

    /// A topic of an ntfy server, or an endpoint that a UnifiedPush distributor gave.
    public static func ntfy(
        url: String, token: String? = nil, progress: Bool? = nil, language: String? = nil
    ) -> FollowerRegistration {
        var registration = FollowerRegistration(.ntfy, progress, language)
        (registration.url, registration.token) = (url, token)
        return registration
    }

    /// A browser's subscription.
    public static func webPush(
        endpoint: String, keys: BrowserKeys, language: String? = nil
    ) -> FollowerRegistration {
        var registration = FollowerRegistration(.webPush, nil, language)
        (registration.endpoint, registration.keys) = (endpoint, keys)
        return registration
    }

    /// A Live Activity: one that runs, or one that is to be started.
    public static func liveActivity(
        updateToken: String? = nil, startToken: String? = nil, language: String? = nil
    ) -> FollowerRegistration {
        var registration = FollowerRegistration(.liveActivity, nil, language)
        (registration.updateToken, registration.startToken) = (updateToken, startToken)
        return registration
    }

    /// Notifications on an Apple device.
    public static func apnsAlert(token: String, language: String? = nil) -> FollowerRegistration {
        var registration = FollowerRegistration(.apnsAlert, nil, language)
        registration.token = token
        return registration
    }
}

/// The keys of a browser's push subscription, as `PushSubscription.toJSON()` has them.
public struct BrowserKeys: Codable, Sendable, Equatable {
    /// The browser's public key: an uncompressed point of P-256 in base64url.
    public var p256dh: String
    /// The browser's authentication secret: 16 bytes in base64url.
    public var auth: String

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case p256dh, auth
    }

    /// Creates a value from its properties.
    public init(p256dh: String, auth: String) {
        self.p256dh = p256dh
        self.auth = auth
    }
}

/// A follower of a scan or of a session, without its address.
public struct Follower: Codable, Sendable, Equatable {
    /// Id of the follower, by which it is replaced or deleted.
    public var id: UUID
    /// How it is told.
    public var carrier: FollowerCarrier
    /// Whether it is told of start and progress too.
    public var progress: Bool
    /// The language that it is told in, as a BCP 47 tag.
    public var language: String
    /// Time of the registration.
    public var createdAt: Date
    /// Time at which it is forgotten. A session's follower that is told something is kept for longer.
    public var expiresAt: Date

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case id, carrier, progress, language
        case createdAt = "created_at"
        case expiresAt = "expires_at"
    }

    /// Creates a value from its properties.
    public init(
        id: UUID, carrier: FollowerCarrier, progress: Bool, language: String, createdAt: Date, expiresAt: Date
    ) {
        self.id = id
        self.carrier = carrier
        self.progress = progress
        self.language = language
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }
}

/// The response to `GET /scans/{id}/followers` and `GET /sessions/{id}/followers`.
public struct FollowerList: Codable, Sendable, Equatable {
    /// The followers, oldest first.
    public var followers: [Follower]

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case followers
    }

    /// Creates a value from its properties.
    public init(followers: [Follower]) {
        self.followers = followers
    }
}
