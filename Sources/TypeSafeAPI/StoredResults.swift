/// The query of `GET /results` and `GET /results/latest`.
public enum ResultQuery {
    /// How many results a list may hold.
    public static let limits = 1...100
    /// How many it holds where nothing is asked for.
    public static let defaultLimit = 20

    /// Names of the parameters.
    public enum Field: String, Sendable, CaseIterable {
        case session = "session_id"
        case limit, before
    }
}

/// The answer to `GET /results`: some of a session's results, newest first.
public struct ResultList: Codable, Sendable, Equatable {
    /// As they were answered, without the message's words.
    public var results: [ScanResponse]
    /// What to send as `before` for those that follow; absent where none do.
    public var next: String?

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case results, next
    }

    /// Makes a list.
    public init(results: [ScanResponse], next: String?) {
        self.results = results
        self.next = next
    }
}

/// The answer to `DELETE /sessions/{id}`.
public struct SessionDeletion: Codable, Sendable, Equatable {
    /// How many of what were deleted, by kind, such as `results`.
    public var deleted: [String: Int]

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case deleted
    }

    /// Makes an answer.
    public init(deleted: [String: Int]) {
        self.deleted = deleted
    }
}
