/// The response to `GET /health`. It shows that the server's process is alive.
public struct HealthResponse: Codable, Sendable, Equatable {
    /// Always `ok`.
    public var status: String

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case status
    }

    /// Creates a value from its properties.
    public init(status: String = "ok") {
        self.status = status
    }
}

/// The response to `GET /ready`. It shows whether the server can serve a scan.
public struct ReadyResponse: Codable, Sendable, Equatable {
    /// Whether the workers are loaded, so that the server can serve a scan now.
    public var ready: Bool

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case ready
    }

    /// Creates a value from its properties.
    public init(ready: Bool) {
        self.ready = ready
    }
}

/// The response to `GET /version`.
public struct VersionResponse: Codable, Sendable, Equatable {
    /// Version of the server.
    public var version: String
    /// Version of the rules.
    public var rulesVersion: String
    /// Version of the Tesseract library.
    public var tesseract: String
    /// Versions of the language data, by the Tesseract names that `lang` may have. A version is empty if its file has
    /// none.
    public var tessdata: [String: String]

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case version
        case rulesVersion = "rules_version"
        case tesseract, tessdata
    }

    /// Creates a value from its properties.
    public init(version: String, rulesVersion: String, tesseract: String, tessdata: [String: String]) {
        self.version = version
        self.rulesVersion = rulesVersion
        self.tesseract = tesseract
        self.tessdata = tessdata
    }
}
