package import Foundation

package struct StoredResult: Sendable, Equatable {
    package enum Kind: String, Sendable {
        case image, text
    }

    package let scan: UUID
    package let session: UUID
    package let kind: Kind
    /// The risk level as the API spells it.
    package let risk: String
    /// Stored to the millisecond.
    package let createdAt: Date
    /// The scan's answer as JSON, redacted by whoever saves it.
    package let body: Data

    package init(scan: UUID, session: UUID, kind: Kind, risk: String, createdAt: Date, body: Data) {
        self.scan = scan
        self.session = session
        self.kind = kind
        self.risk = risk
        self.createdAt = createdAt
        self.body = body
    }
}

/// A part of a session's results, newest first.
package struct ResultPage: Sendable, Equatable {
    package var results: [StoredResult]
    /// Whether older ones follow.
    package var hasMore: Bool
}
