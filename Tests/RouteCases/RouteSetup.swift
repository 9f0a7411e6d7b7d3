import Crypto
import Foundation

/// A configuration of the server that some cases need. Each suite of cases starts one server for each configuration.
package enum RouteSetup: String, CaseIterable, Sendable {
    /// A server with a database, a folder for feedback, and webhooks to any address, without keys and without a rate limit.
    case open
    /// A server without a database and a folder for feedback, which stores nothing.
    case withoutStore
    /// A server with a database and a folder for feedback that accepts the keys of `RouteKeys`.
    case keys
    /// A server that sends HSTS for a year, allows requests from pages of `allowedOrigins`, and is also called `allowedHosts`.
    case browser
    /// A server with a rate limit of one unit a minute and 15 units at once.
    case rate

    package static let strictTransport = 31_536_000
    package static let allowedOrigins = "https://app.example,http://localhost:5173"
    package static let allowedHosts = "scanner.example"
    package static let unitsPerMinute = 1
    package static let burst = 15
    /// Bytes of the largest body: the server's default, 15 MiB.
    package static let bodyLimit = 15 << 20
}

/// The API keys of the setup `keys`, one for each scope and an expired one.
package enum RouteKeys {
    package static let scanner = key("scanner")
    package static let reader = key("reader")
    package static let feedback = key("feedback")
    package static let teacher = key("teacher")
    package static let admin = key("admin")
    package static let expired = key("expired")

    /// The text of a key file that holds all of these keys.
    package static let file = [
        line("scanner", "scan", scanner), line("reader", "read", reader), line("admin", "admin", admin),
        line("feedback", "feedback", feedback), line("teacher", "teach", teacher),
        line("expired", "scan", expired, expires: "2026-01-01T00:00:00Z"),
    ].joined()

    private static func key(_ name: String) -> String { "tsk_route-case-\(name)-key" }

    private static func line(_ name: String, _ scope: String, _ key: String, expires: String = "-") -> String
    {
        let hash = SHA256.hash(data: Data(key.utf8)).map {
            String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
        }
        return "\(name) \(scope) 2025-01-01T00:00:00Z \(expires) - sha256:\(hash.joined())\n"
    }
}
