import Foundation
import Synchronization

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
