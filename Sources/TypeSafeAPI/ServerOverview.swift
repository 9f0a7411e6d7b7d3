public import Foundation

/// The response to `GET /admin`: how the server is doing, in numbers. Nothing in it is of anybody's messages.
public struct ServerOverview: Codable, Sendable, Equatable {
    /// Version of the server.
    public var version: String
    /// Version of the rules.
    public var rulesVersion: String
    /// When the server's process started.
    public var startedAt: Date?
    /// What this server did within the last hour.
    public var lastHour: HourCounts
    /// Scans that wait for a worker.
    public var waiting: Int
    /// Scans that a worker is reading.
    public var running: Int
    /// Asynchronous scans that wait, of all servers that share them.
    public var jobsWaiting: Int
    /// Asynchronous scans under way, of all servers that share them.
    public var jobsRunning: Int
    /// Workers that could read now, or do.
    public var workersAlive: Int
    /// Workers that were lost or replaced since the server started.
    public var workerRestarts: Int
    /// Files with feedback that nobody has reviewed and deleted; nil where none is kept.
    public var feedbackFiles: Int?
    /// What keeps results; nil where nothing does.
    public var store: StoreStatus?
    /// What is kept now, and for how long.
    public var stored: [StoredKind]
    /// What the server knows again; nil where it remembers nothing.
    public var memory: MemoryOverview?

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case version
        case rulesVersion = "rules_version"
        case startedAt = "started_at"
        case lastHour = "last_hour"
        case waiting, running
        case jobsWaiting = "jobs_waiting"
        case jobsRunning = "jobs_running"
        case workersAlive = "workers_alive"
        case workerRestarts = "worker_restarts"
        case feedbackFiles = "feedback_files"
        case store, stored, memory
    }

    /// Creates a value from its properties.
    public init(
        version: String, rulesVersion: String, startedAt: Date? = nil, lastHour: HourCounts, waiting: Int,
        running: Int, jobsWaiting: Int, jobsRunning: Int, workersAlive: Int, workerRestarts: Int,
        feedbackFiles: Int? = nil, store: StoreStatus? = nil, stored: [StoredKind],
        memory: MemoryOverview? = nil
    ) {
        self.memory = memory
        self.version = version
        self.rulesVersion = rulesVersion
        self.startedAt = startedAt
        self.lastHour = lastHour
        self.waiting = waiting
        self.running = running
        self.jobsWaiting = jobsWaiting
        self.jobsRunning = jobsRunning
        self.workersAlive = workersAlive
        self.workerRestarts = workerRestarts
        self.feedbackFiles = feedbackFiles
        self.store = store
        self.stored = stored
    }
}

/// What a server knows again.
public struct MemoryOverview: Codable, Sendable, Equatable {
    /// Number of messages that were confirmed here, or came here.
    public var messages: Int
    /// What came most often, up to 20.
    public var campaigns: [SeenMessage]
    /// Lists that other installations made.
    public var lists: [MemoryListFacts]

    /// Creates a value from its properties.
    public init(messages: Int, campaigns: [SeenMessage], lists: [MemoryListFacts]) {
        (self.messages, self.campaigns, self.lists) = (messages, campaigns, lists)
    }

    package enum CodingKeys: String, CodingKey, CaseIterable { case messages, campaigns, lists }
}

/// What a server did within the last hour. It counts from zero when it starts.
public struct HourCounts: Codable, Sendable, Equatable {
    /// Number of scans with a verdict, by the risk level.
    public var scans: [String: Int]
    /// Number of scans without one, by the reason.
    public var failures: [String: Int]
    /// Workers that were lost or replaced.
    public var workerRestarts: Int

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case scans, failures
        case workerRestarts = "worker_restarts"
    }

    /// Creates a value from its properties.
    public init(scans: [String: Int], failures: [String: Int], workerRestarts: Int) {
        self.scans = scans
        self.failures = failures
        self.workerRestarts = workerRestarts
    }
}

/// Entries of one kind that are kept.
public struct StoredKind: Codable, Sendable, Equatable {
    /// What they are, such as `results`.
    public var kind: String
    /// How many there are; nil where that would have to be counted.
    public var count: Int?
    /// Bytes that they take, about.
    public var bytes: Int?
    /// The longest time that one is kept, in seconds.
    public var seconds: Int

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case kind, count, bytes, seconds
    }

    /// Creates a value from its properties.
    public init(kind: String, count: Int? = nil, bytes: Int? = nil, seconds: Int) {
        self.kind = kind
        self.count = count
        self.bytes = bytes
        self.seconds = seconds
    }
}
