import Crypto
package import Foundation
import Synchronization
import Texts

/// The token that APNs knows the server by. All pushes share it, because Apple refuses tokens that are older than an hour and
/// servers that make new ones more often than every 20 minutes.
final class ProviderTokens: Sendable {
    enum Renewal: Equatable {
        case renewed(String)
        /// A new token would come too early.
        case tooEarly(wait: Duration)
    }

    /// Age at which a token is replaced, ten minutes before Apple refuses it.
    static let lifetime = Duration.seconds(50 * 60)
    /// Apple: "no more than once every 20 minutes".
    static let shortestLife = Duration.seconds(20 * 60)
    /// How far the wall's clock may fall behind a token's time before it counts as set back.
    private static let tolerance = Duration.seconds(60)

    private struct Token {
        let text: String
        let wall: Date
        let steady: ContinuousClock.Instant
    }

    private struct Claims: Encodable {
        let iss: String
        let iat: Int
    }

    private let settings: APNsSettings
    private let clock: PushClock
    private let current = Mutex<Token?>(nil)

    init(_ settings: APNsSettings, clock: PushClock) {
        self.settings = settings
        self.clock = clock
    }

    /// Returns the token in force. A clock that was set makes it new, as the time in the token then is no longer the wall's.
    func token() throws -> String {
        try current.withLock { current in
            if let current {
                let age = Duration.seconds(clock.wall().timeIntervalSince(current.wall))
                if age > .zero - Self.tolerance, age < Self.lifetime,
                    current.steady.duration(to: clock.steady()) < Self.lifetime
                {
                    return current.text
                }
            }
            let token = try make()
            current = token
            return token.text
        }
    }

    /// Makes a new token in place of one that APNs calls expired, unless somebody has already done that.
    func renew(insteadOf refused: String) throws -> Renewal {
        try current.withLock { current in
            if let current {
                guard current.text == refused else { return .renewed(current.text) }
                let age = current.steady.duration(to: clock.steady())
                guard age >= Self.shortestLife else { return .tooEarly(wait: Self.shortestLife - age) }
            }
            let token = try make()
            current = token
            return .renewed(token.text)
        }
    }

    private func make() throws -> Token {
        let wall = clock.wall()
        let claims = Claims(iss: settings.teamID, iat: Int(wall.timeIntervalSince1970))
        return Token(
            text: try settings.key.token(header: ["kid": settings.keyID], claims: claims), wall: wall,
            steady: clock.steady())
    }
}

/// The tokens that push services know the server by: one for each service, because a token names its service.
final class VAPIDTokens: Sendable {
    /// RFC 8292 allows 24 hours. Half of that leaves room for clocks that differ.
    static let validity: TimeInterval = 12 * 3_600
    /// Number of services whose tokens are kept. Browsers have a handful; UnifiedPush servers may be many.
    private static let kept = 256

    private struct Token {
        let text: String
        let made: Date
    }

    private struct Claims: Encodable {
        let aud: String
        let exp: Int
        let sub: String
    }

    private let identity: VAPIDIdentity
    private let clock: PushClock
    private let tokens = Mutex<[String: Token]>([:])

    init(_ identity: VAPIDIdentity, clock: PushClock) {
        self.identity = identity
        self.clock = clock
    }

    /// Returns the Authorization field for a push service.
    func authorization(for origin: String) throws -> String {
        let now = clock.wall()
        let token = try tokens.withLock { tokens in
            if let token = tokens[origin], (0..<Self.validity / 2).contains(now.timeIntervalSince(token.made))
            {
                return token.text
            }
            let claims = Claims(
                aud: origin, exp: Int((now + Self.validity).timeIntervalSince1970), sub: identity.contact)
            let text = try identity.key.token(header: ["typ": "JWT"], claims: claims)
            if tokens.count >= Self.kept { tokens.removeAll() }
            tokens[origin] = Token(text: text, made: now)
            return text
        }
        return "vapid t=\(token),k=\(identity.key.publicText)"
    }
}

/// A private key of P-256, by which a carrier knows the server. Its text doesn't contain the key.
package struct SigningKey: Sendable, CustomStringConvertible, CustomReflectable {
    private let key: P256.Signing.PrivateKey

    /// Makes a new key.
    package init() { key = P256.Signing.PrivateKey() }

    /// Reads a key in PEM, as Apple's `.p8` files and `typesafe-server push keys` have it: PKCS #8 or SEC 1.
    package init?(pem: String) {
        guard let key = try? P256.Signing.PrivateKey(pemRepresentation: pem) else { return nil }
        self.key = key
    }

    package var pem: String { key.pemRepresentation }
    /// The public key as browsers want it: base64url of the uncompressed point.
    package var publicText: String { Base64URL.text(key.publicKey.x963Representation) }

    package var description: String { "key …" }
    package var customMirror: Mirror { Mirror(reflecting: description) }

    /// Makes a JSON Web Token (RFC 7519) that is signed with ES256.
    func token(header: [String: String], claims: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let header = header.merging(["alg": "ES256"]) { own, _ in own }
        let content =
            try Base64URL.text(encoder.encode(header)) + "." + Base64URL.text(encoder.encode(claims))
        let signature = try key.signature(for: Data(content.utf8))
        return content + "." + Base64URL.text(signature.rawRepresentation)
    }
}

/// The clocks by which tokens are renewed: the wall's, which carriers see, and one that nobody can set.
package struct PushClock: Sendable {
    package var wall: @Sendable () -> Date = { Date() }
    package var steady: @Sendable () -> ContinuousClock.Instant = { .now }

    package init() {}
}
