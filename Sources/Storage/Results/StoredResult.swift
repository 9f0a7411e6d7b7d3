package import Foundation

package struct StoredResult: Sendable, Equatable {
    package enum Kind: String, Sendable {
        case image, text
    }

    package let scan: UUID
    package let session: UUID
    package let kind: Kind
    /// The risk level, spelled as in the API.
    package let risk: String
    /// Time of the scan, stored in whole milliseconds.
    package let createdAt: Date
    /// The scan's response as JSON. The caller has removed the message's words from it.
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

package struct ResultPage: Sendable, Equatable {
    package var results: [StoredResult]
    package var hasMore: Bool

    package init(results: [StoredResult], hasMore: Bool) {
        self.results = results
        self.hasMore = hasMore
    }
}
