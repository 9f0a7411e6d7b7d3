import Crypto

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
