import Foundation
import ScanService
import Scanning

/// What is done once for several requests, and scans that nobody's connection waits for.
struct JobSettings {
    let readingCache: ReadingCache.Limits
    /// The options without the store.
    let options: JobOptions

    /// - Parameter readers: jobs that run at once.
    init(_ values: SettingValues, readers: Int) throws(SettingsError) {
        readingCache = ReadingCache.Limits(
            bytes: try values.number(.cacheSize, 0...65_536) << 20,
            lifetime: try values.seconds(.cacheSeconds, 1...86_400))
        var options = JobOptions()
        options.responseBytes = try values.number(.idempotencySize, 1...65_536) << 20
        options.responseLifetime = try values.seconds(.idempotencySeconds, 1...86_400)
        options.heartbeat = try values.seconds(.eventHeartbeat, 1...600)
        options.jobs.running = readers
        options.jobs.unfinished = try values.number(.jobLimit, 0...100_000)
        options.jobs.bytes = try values.number(.jobSize, 1...65_536) << 20
        options.jobs.deadline = try values.seconds(.jobTimeout, 1...3_600)
        options.jobs.lifetime = try values.seconds(.jobSeconds, 1...86_400)
        options.jobs.subscribers = try values.number(.eventSubscribers, 1...100_000)
        options.jobs.subscribersOfOne = try values.number(.eventSubscribersPerScan, 1...100_000)
        self.options = options
    }

    static let all: [Setting] = [
        .cacheSize, .cacheSeconds, .idempotencySize, .idempotencySeconds, .jobLimit, .jobSize, .jobTimeout,
        .jobSeconds, .eventHeartbeat, .eventSubscribers, .eventSubscribersPerScan,
    ]
}

extension Setting {
    fileprivate static let cacheSize = Setting(
        "cache-size", default: "32",
        "what was read on pictures, kept in memory for the same picture, in MiB; 0 for none")
    fileprivate static let cacheSeconds = Setting(
        "cache-seconds", default: "600", "seconds that it is kept")
    fileprivate static let idempotencySize = Setting(
        "idempotency-size", default: "8", "answers kept in memory under idempotency keys, in MiB")
    fileprivate static let idempotencySeconds = Setting(
        "idempotency-seconds", default: "600", "seconds that they are kept")
    fileprivate static let jobLimit = Setting(
        "job-limit", default: "128", "asynchronous scans that wait or run; more are refused with 503")
    fileprivate static let jobSize = Setting(
        "job-size", default: "64", "pictures of waiting asynchronous scans, and again their results, in MiB")
    fileprivate static let jobTimeout = Setting(
        "job-timeout", default: "120", "seconds until an asynchronous scan fails that hasn't ended")
    fileprivate static let jobSeconds = Setting(
        "job-seconds", default: "600", "seconds that the result of an asynchronous scan is kept")
    fileprivate static let eventHeartbeat = Setting(
        "event-heartbeat", default: "15",
        "seconds of silence after which a stream of events says that it is alive")
    fileprivate static let eventSubscribers = Setting(
        "event-subscribers", default: "256", "streams of events at once")
    fileprivate static let eventSubscribersPerScan = Setting(
        "event-subscribers-per-scan", default: "16", "of them, of one scan")
}
