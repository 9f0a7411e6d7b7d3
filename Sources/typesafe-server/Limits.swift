import BundledResources
import Foundation
import HTTPServer
import ScanService
import Scanning
import Storage
import Texts

/// Limits of the running server that the file of `--limits` may change. Each value is part of a module's own configuration,
/// and its default stands there; `LimitKey` names them.
struct Limits: Sendable {
    var server = ServerConfiguration(eventLoops: Limits.defaultEventLoops)
    /// Time that running requests get after SIGTERM. Docker kills a container 10 s after it, and webhooks and the database
    /// are closed within the 2 s that are left.
    var shutdown = Duration.seconds(8)
    var uploads = ScanService.Limits()
    var jobs = JobOptions()
    /// Without the settings that are flags: keys, rate and proxies.
    var access = AccessPolicy()
    /// Seconds for `Strict-Transport-Security`; 0 for none. Browsers heed it where a proxy adds TLS.
    var strictTransport = 0
    /// Without the settings that are flags: language data, languages and the number of workers.
    var pipeline = ScanPipeline.Configuration(
        languageFiles: BundledResources.languages, lineModel: BundledResources.lineModel)
    /// Bytes of the database file: a million results of 4 kB each.
    var databaseSize = 4_096 << 20
    var outbox = OutboxLimits()
    var delivery = DeliverySettings()

    /// One for each core, as short texts are judged on the event loops. Sixteen judge more of them than one machine's network brings.
    private static let defaultEventLoops = min(16, max(1, ProcessInfo.processInfo.activeProcessorCount))

    init() {}

    /// Reads a file of limits; keys that it doesn't name keep their defaults.
    init(contentsOf path: String) throws(CommandFailure) {
        self.init()
        let root: YAMLNode
        do throws(YAMLError) {
            root = try YAMLNode(contentsOf: URL(fileURLWithPath: path), named: path)
        } catch {
            // A file of comments alone changes nothing.
            if case .empty = error.reason { return }
            throw Self.refusal(path, error.line, error.sentence)
        }
        guard let entries = root.entries else {
            throw Self.refusal(path, root.line, "not lines of `key: number`")
        }
        for entry in entries {
            let name = entry.key.text ?? ""
            guard let key = LimitKey.all.first(where: { $0.name == name }) else {
                throw Self.refusal(path, entry.key.line, "\(name) is no limit; see docs/settings.md")
            }
            guard let value = entry.value.text.flatMap({ Int($0) }), key.range.contains(value) else {
                throw Self.refusal(
                    path, entry.value.line,
                    "\(name) takes a number from \(key.range.lowerBound) to \(key.range.upperBound)")
            }
            key.set(&self, value)
        }
    }

    private static func refusal(_ path: String, _ line: Int?, _ reason: String) -> CommandFailure {
        .usage("\(path)\(line.map { ":\($0)" } ?? ""): \(reason)")
    }
}

extension YAMLError {
    fileprivate var sentence: String {
        switch reason {
        case .unreadable: "the file can't be read"
        case .empty: "the file is empty"
        case .malformed(let problem): problem
        }
    }
}

/// A key of the file of `--limits`.
struct LimitKey: Sendable {
    /// The key; its end says the unit where it isn't a number of things.
    let name: String
    let range: ClosedRange<Int>
    let meaning: String
    /// What docs/settings.md gives as the default where it depends on the machine.
    let defaultText: String?
    let get: @Sendable (Limits) -> Int
    let set: @Sendable (inout Limits, Int) -> Void

    /// A number of things, of seconds (`Int`) or of bytes.
    /// - Parameter scale: what the key's value is multiplied with, such as the bytes of a MiB.
    private init(
        _ name: String, _ range: ClosedRange<Int>, _ meaning: String,
        _ path: any WritableKeyPath<Limits, Int> & Sendable, scale: Int = 1,
        default defaultText: String? = nil
    ) {
        self.name = name
        self.range = range
        self.meaning = meaning
        self.defaultText = defaultText
        get = { $0[keyPath: path] / scale }
        set = { $0[keyPath: path] = $1 * scale }
    }

    /// A limit that is a time; the key's value is in seconds.
    private init(
        _ name: String, seconds range: ClosedRange<Int>, _ meaning: String,
        _ path: any WritableKeyPath<Limits, Duration> & Sendable
    ) {
        self.name = name
        self.range = range
        self.meaning = meaning
        defaultText = nil
        get = { Int($0[keyPath: path].components.seconds) }
        set = { $0[keyPath: path] = .seconds($1) }
    }

    private static let mebibyte = 1 << 20
    private static let hour = 3_600
    private static let day = 86_400

    static let all = sections.flatMap { $0.keys }

    /// All keys in the order and under the titles of docs/settings.md.
    static let sections: [(title: String, keys: [LimitKey])] = [
        ("Requests", requests), ("Workers", workers), ("Readings and asynchronous scans", jobs),
        ("Database and webhooks", storage), ("Clients", clients), ("Connections", connections),
    ]

    private static let requests = [
        LimitKey("body_bytes", 1_024...1 << 30, "largest request body", \.uploads.body),
        LimitKey("pixels", 1...1 << 30, "largest picture", \.pipeline.pixelLimit),
        LimitKey(
            "upload_mib", 1...1 << 20, "request bodies in memory; more are refused with 503",
            \.uploads.bodies,
            scale: mebibyte),
        LimitKey(
            "texts", 1...100_000, "texts that are judged at once or wait for it; more are refused with 503",
            \.uploads.texts),
    ]

    private static let workers = [
        LimitKey(
            "worker_mib", 256...65_536, "memory of each worker", \.pipeline.workerMemory, scale: mebibyte),
        LimitKey(
            "worker_images", 1...1 << 30, "pictures after which a worker is replaced", \.pipeline.workerImages
        ),
        LimitKey("scan_seconds", seconds: 1...600, "time for reading one picture", \.pipeline.timeLimit),
        LimitKey(
            "scan_cpu_seconds", seconds: 1...600, "processor time that one picture may take of one worker",
            \.pipeline.processorTime),
        LimitKey(
            "queue_length", 0...100_000, "scans that may wait for a worker; more are refused with 503",
            \.pipeline.queue.queueLength),
        LimitKey(
            "queue_seconds", seconds: 1...600,
            "time that a scan may wait for a worker before it is refused with 503", \.pipeline.queue.queueAge),
    ]

    private static let jobs = [
        LimitKey(
            "cache_mib", 0...65_536, "memory for readings of pictures that may come again; 0 keeps none",
            \.pipeline.readingCache.bytes, scale: mebibyte),
        LimitKey(
            "cache_seconds", seconds: 1...day, "time that a reading is kept", \.pipeline.readingCache.lifetime
        ),
        LimitKey(
            "jobs", 0...100_000, "asynchronous scans that wait or run; more are refused with 503",
            \.jobs.jobs.unfinished),
        LimitKey(
            "job_mib", 1...65_536, "pictures of asynchronous scans in memory, and again their results",
            \.jobs.jobs.bytes, scale: mebibyte),
        LimitKey(
            "job_seconds", seconds: 1...hour, "time until an asynchronous scan that hasn't ended fails",
            \.jobs.jobs.deadline),
        LimitKey(
            "job_result_seconds", seconds: 1...day, "time that the result of an asynchronous scan is kept",
            \.jobs.jobs.lifetime),
        LimitKey(
            "event_heartbeat_seconds", seconds: 1...600,
            "silence after which a stream of events sends a comment",
            \.jobs.heartbeat),
        LimitKey(
            "event_streams_per_job", 1...100_000,
            "streams of events of one asynchronous scan, or of one session",
            \.jobs.jobs.subscribersOfOne),
    ]

    private static let storage = [
        LimitKey(
            "database_mib", 1...1 << 24, "largest database file; what doesn't fit isn't stored",
            \.databaseSize, scale: mebibyte),
        LimitKey(
            "webhook_attempts", 1...100, "attempts after which a webhook message is given up",
            \.delivery.attempts),
        LimitKey(
            "webhook_first_wait_seconds", seconds: 1...hour,
            "time until the second attempt; each further wait is twice as long",
            \.delivery.schedule.firstWait),
        LimitKey(
            "webhook_longest_wait_seconds", seconds: 1...day, "longest time between two attempts",
            \.delivery.schedule.longestWait),
        LimitKey(
            "outbox_messages", 1...1_000_000, "webhook messages that wait or were given up; more are dropped",
            \.outbox.entries),
        LimitKey(
            "outbox_messages_per_session", 1...1_000_000, "of these, messages to one session's webhook",
            \.outbox.perSession),
    ]

    private static let clients = [
        LimitKey(
            "rate_burst", 1...1_000_000, "units of --rate that a client may use at once", \.access.burst),
        LimitKey(
            "rate_clients", 1...1_000_000, "clients whose rates are counted; further clients share one rate",
            \.access.clients),
        LimitKey(
            "failed_keys", 1...1_000_000,
            "wrong keys a minute from one IPv4 address or IPv6 /64; more are answered with 429",
            \.failedKeys),
        LimitKey(
            "hsts_seconds", 0...1 << 30,
            "Strict-Transport-Security, for use behind a proxy with TLS; 0 for none",
            \.strictTransport),
    ]

    private static let connections = [
        LimitKey(
            "event_loops", 1...64, "threads that serve connections and judge short texts",
            \.server.eventLoops,
            default: "the cores, 1 to 16"),
        LimitKey(
            "connections", 1...1_000_000, "connections at once; more are refused with 503",
            \.server.maxConnections),
        LimitKey(
            "connections_per_address", 1...1_000_000, "of these, from one IPv4 address or IPv6 /64",
            \.server.maxConnectionsPerAddress),
        LimitKey(
            "header_seconds", seconds: 1...hour, "time from a request's first byte to the end of its header",
            \.server.headerTimeout),
        LimitKey(
            "idle_seconds", seconds: 1...hour, "time between two requests of a connection",
            \.server.idleTimeout),
        LimitKey(
            "body_seconds", seconds: 1...hour, "time that a body may pause or fall behind 1 KiB a second",
            \.server.bodyTimeout),
        LimitKey(
            "write_seconds", seconds: 1...hour, "time that a client may fall behind in taking an answer",
            \.server.writeTimeout),
        LimitKey(
            "shutdown_seconds", seconds: 0...hour, "time that running requests get after SIGTERM", \.shutdown),
    ]
}

extension Limits {
    /// Wrong keys a minute that one address may send, all of them at once if it likes.
    fileprivate var failedKeys: Int {
        get { access.failures.unitsPerMinute }
        set { access.failures = RateLimit(unitsPerMinute: newValue, burst: newValue) }
    }
}
