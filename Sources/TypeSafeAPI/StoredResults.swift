/// The query parameters of `GET /results` and `GET /results/latest`.
public enum ResultQuery {
    /// Number of results that a request may ask for.
    public static let limits = 1...100
    /// Number of results in a list if the request doesn't have `limit`.
    public static let defaultLimit = 20

    /// The names of the parameters.
    public enum Field: String, Sendable, CaseIterable {
        case session = "session_id"
        case limit, before
    }
}

/// The response to `GET /results`: some of a session's results, the newest first.
public struct ResultList: Codable, Sendable, Equatable {
    /// The responses of the scans, without the words of the messages.
    public var results: [ScanResponse]
    /// The value of `before` for the next page; absent on the last page.
    public var next: String?

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case results, next
    }

    /// Creates a value from its properties.
    public init(results: [ScanResponse], next: String?) {
        self.results = results
        self.next = next
    }
}

/// The response to `DELETE /sessions/{id}`.
public struct SessionDeletion: Codable, Sendable, Equatable {
    /// Numbers of deleted rows by their kind, such as `results`.
    public var deleted: [String: Int]

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case deleted
    }

    /// Creates a value from its properties.
    public init(deleted: [String: Int]) {
        self.deleted = deleted
    }
}
