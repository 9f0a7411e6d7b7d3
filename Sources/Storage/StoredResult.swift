package import Foundation

/// What is kept of a scan.
package struct StoredResult: Sendable, Equatable {
    /// What was judged.
    package enum Kind: String, Sendable {
        case image, text
    }

    package let scan: UUID
    package let session: UUID
    package let kind: Kind
    /// As on the wire.
    package let risk: String
    /// To the millisecond.
    package let createdAt: Date
    /// The answer as JSON, without what mustn't be kept.
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

/// Some of a session's results, newest first.
package struct ResultPage: Sendable, Equatable {
    package var results: [StoredResult]
    /// Whether older ones follow.
    package var hasMore: Bool
}
