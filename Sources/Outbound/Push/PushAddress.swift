/// Where a follower is reached. It is a secret: whoever has it can write to a person's phone or browser. It is sealed where
/// it is stored, and its text shows the carrier only.
package enum PushAddress: Codable, Sendable, Equatable {
    /// A topic of an ntfy server, or the endpoint that a UnifiedPush distributor gave.
    /// - Parameters:
    ///   - url: URL of the topic with `http` or `https`.
    ///   - token: access token of the topic; nil where anybody may write to it.
    case ntfy(url: String, token: String?)
    /// A browser's push subscription.
    /// - Parameters:
    ///   - endpoint: URL with `https`.
    ///   - p256dh: the browser's public key, an uncompressed point of P-256: 65 bytes.
    ///   - auth: the browser's authentication secret, 16 bytes.
    case webPush(endpoint: String, p256dh: [UInt8], auth: [UInt8])
    /// A Live Activity on an iPhone. One of the tokens is there at least.
    /// - Parameters:
    ///   - updateToken: token of a running activity in hexadecimal.
    ///   - startToken: push-to-start token (iOS 17.2) in hexadecimal, which starts an activity where none runs yet.
    case liveActivity(updateToken: String?, startToken: String?)
    /// Notifications on an Apple device.
    /// - Parameter token: the device's token in hexadecimal.
    case apnsAlert(token: String)

    package var carrier: PushCarrier {
        switch self {
        case .ntfy: .ntfy
        case .webPush: .webPush
        case .liveActivity: .liveActivity
        case .apnsAlert: .apnsAlert
        }
    }
}

extension PushAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { carrier.rawValue + " …" }
    package var debugDescription: String { description }
    /// `dump` shows no more either.
    package var customMirror: Mirror { Mirror(reflecting: description) }
}

/// How a follower is told. The raw values are those of the API and of the database.
package enum PushCarrier: String, Codable, Sendable, CaseIterable {
    case ntfy
    case webPush = "web_push"
    case liveActivity = "live_activity"
    case apnsAlert = "apns_alert"

    /// Shortest time between two updates; nil where the carrier shows the end only. ntfy's own server takes a message in 5 seconds from
    /// a visitor, and a browser must show a notification for each push.
    package var updateInterval: Duration? {
        switch self {
        case .liveActivity: .seconds(1)
        case .ntfy: .seconds(5)
        case .webPush, .apnsAlert: nil
        }
    }

    /// Whether a follower of this carrier is told of a phase. A device's token for notifications is another than an activity's.
    package func shows(_ phase: PushContent.Phase) -> Bool {
        switch phase {
        case .start, .update: updateInterval != nil
        case .end: true
        case .alert: self != .liveActivity
        }
    }
}

/// Why a `PushSender` can't take an address.
package enum PushAddressFault: Error, Sendable, Equatable {
    /// The server has no keys for this carrier.
    case notConfigured(PushCarrier)
    /// A part of the address, named as in the API, doesn't have its form.
    case malformed(field: String)
    /// The settings forbid the URL's scheme or its address. Addresses behind names are checked when the connection is made.
    case notAllowed(field: String)
}
