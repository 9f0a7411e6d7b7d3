import Foundation
import Synchronization

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
