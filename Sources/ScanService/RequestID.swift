import AccessControl
import Foundation

/// The id of one request in its response and in the log. It is the client's own id where that is safe to log, and a new
/// one otherwise.
struct RequestID: Sendable, CustomStringConvertible {
    /// Largest length in bytes of a client's own id. A UUID has 36.
    private static let maxLength = 64

    let description: String

    init(offered: String? = nil) {
        if let offered, offered.isIdentifier(limit: Self.maxLength, punctuation: "-_.") {
            description = offered
        } else {
            description = UUID().uuidString.lowercased()
        }
    }
}
