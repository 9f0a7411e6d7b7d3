/// The answer to `GET /health`: the process is alive.
public struct HealthResponse: Codable, Sendable, Equatable {
    /// `ok`.
    public var status: String

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case status
    }

    /// Makes an answer; `status` is `ok`.
    public init(status: String = "ok") {
        self.status = status
    }
}

/// The answer to `GET /ready`: whether a scan would be served now.
public struct ReadyResponse: Codable, Sendable, Equatable {
    /// Whether the readers are warm.
    public var ready: Bool

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case ready
    }

    /// Makes an answer.
    public init(ready: Bool) {
        self.ready = ready
    }
}

/// The answer to `GET /version`.
public struct VersionResponse: Codable, Sendable, Equatable {
    /// Of the server.
    public var version: String
    /// Of the rule set.
    public var rulesVersion: String
    /// Of the Tesseract library.
    public var tesseract: String
    /// The installed languages that a scan may ask for, and each one's data version where the file states it.
    public var tessdata: [String: String]

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case version
        case rulesVersion = "rules_version"
        case tesseract, tessdata
    }

    /// Makes an answer.
    public init(version: String, rulesVersion: String, tesseract: String, tessdata: [String: String]) {
        self.version = version
        self.rulesVersion = rulesVersion
        self.tesseract = tesseract
        self.tessdata = tessdata
    }
}
