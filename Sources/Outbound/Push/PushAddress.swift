import Crypto

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

/// An address whose parts have their form, and for whose carrier the server has keys.
enum AddressCheck {
    case ntfy(OutboundURL, token: String?)
    case webPush(OutboundURL, P256.KeyAgreement.PublicKey, secret: [UInt8])
    case liveActivity(updateToken: String?, startToken: String?, APNsSettings)
    case apnsAlert(token: String, APNsSettings)

    /// Letters of an ntfy token. ntfy's own have 32.
    private static let ntfyTokenLength = 1...256
    /// Letters of a token of APNs. Those of devices have 64, of activities more; Apple says to assume no length.
    private static let apnsTokenLength = 2...512
    /// Bytes of a browser's secret (RFC 8291).
    private static let secretLength = 16

    init(_ address: PushAddress, _ settings: PushSettings) throws(PushAddressFault) {
        switch address {
        case .ntfy(let url, let token):
            let isToken = token.map {
                Self.ntfyTokenLength.contains($0.utf8.count)
                    && $0.utf8.allSatisfy { (0x21...0x7E).contains($0) }
            }
            guard isToken ?? true else { throw .malformed(field: "token") }
            self = .ntfy(try Self.url(url, "url", settings.transfer.policy), token: token)
        case .webPush(let endpoint, let p256dh, let auth):
            guard settings.vapid != nil else { throw .notConfigured(.webPush) }
            // A push service signs for its name. Only a test's own has none.
            var policy = settings.transfer.policy
            policy.allowsHTTP = false
            let url = try Self.url(endpoint, "endpoint", policy)
            guard let receiver = try? P256.KeyAgreement.PublicKey(x963Representation: p256dh) else {
                throw .malformed(field: "p256dh")
            }
            guard auth.count == Self.secretLength else { throw .malformed(field: "auth") }
            self = .webPush(url, receiver, secret: auth)
        case .liveActivity(let updateToken, let startToken):
            guard let apns = settings.apns else { throw .notConfigured(.liveActivity) }
            guard updateToken != nil || startToken != nil, updateToken.map(Self.isToken) ?? true else {
                throw .malformed(field: "update_token")
            }
            guard startToken.map(Self.isToken) ?? true else { throw .malformed(field: "start_token") }
            self = .liveActivity(updateToken: updateToken, startToken: startToken, apns)
        case .apnsAlert(let token):
            guard let apns = settings.apns else { throw .notConfigured(.apnsAlert) }
            guard Self.isToken(token) else { throw .malformed(field: "token") }
            self = .apnsAlert(token: token, apns)
        }
    }

    private static func url(
        _ text: String, _ field: String, _ policy: DestinationPolicy
    ) throws(PushAddressFault) -> OutboundURL {
        do throws(OutboundURLError) {
            return try OutboundURL(text, policy: policy)
        } catch {
            switch error {
            case .tooLong, .malformed: throw .malformed(field: field)
            case .scheme, .address: throw .notAllowed(field: field)
            }
        }
    }

    /// A token stands in the path of a request, so it has nothing but hexadecimal digits.
    private static func isToken(_ text: String) -> Bool {
        apnsTokenLength.contains(text.utf8.count) && text.utf8.count.isMultiple(of: 2)
            && text.allSatisfy { $0.isASCII && $0.isHexDigit }
    }
}

extension PushAddressFault {
    /// A few words for logs.
    package var summary: String {
        switch self {
        case .notConfigured(let carrier): "no keys for \(carrier.rawValue)"
        case .malformed(let field): "malformed \(field)"
        case .notAllowed(let field): "\(field) not allowed"
        }
    }
}
