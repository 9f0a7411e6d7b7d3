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
    /// What keeps results; only where it was asked for, and something does.
    public var store: StoreStatus?

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case ready, store
    }

    /// Creates a value from its properties.
    public init(ready: Bool, store: StoreStatus? = nil) {
        self.ready = ready
        self.store = store
    }
}

/// What keeps results, and how safe they are there.
public struct StoreStatus: Codable, Sendable, Equatable {
    /// `sqlite` for a file of this server, `redis` for a server that several servers share.
    public var engine: String
    /// Whether it can be used now. Scans are served without it.
    public var available: Bool
    /// Whether what is said to be stored is there after the engine crashed.
    public var durable: Bool
    /// When Redis' append-only file is on the disk: `always` before an answer, `everysec`, `no` for when the system likes, `off` for
    /// never, or `unknown`.
    public var log: String?
    /// What Redis removes when it is full: its `maxmemory-policy`.
    public var eviction: String?

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case engine, available, durable
        case log = "append_only_file"
        case eviction
    }

    /// Creates a value from its properties.
    public init(
        engine: String, available: Bool, durable: Bool, log: String? = nil, eviction: String? = nil
    ) {
        self.engine = engine
        self.available = available
        self.durable = durable
        self.log = log
        self.eviction = eviction
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
