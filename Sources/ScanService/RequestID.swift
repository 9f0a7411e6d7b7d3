import Foundation

/// Names one request in its response and in the log: the client's own id where it is harmless, else a new one.
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
