import ScamTaxonomy
import Synchronization
import Texts
import SystemSupport

/// All metrics of the server. Each is declared once, with its name, meaning, labels and buckets. A test compares them
/// with docs/monitoring.md. `ServiceMetrics+Recording.swift` has the methods that record.
package final class ServiceMetrics: Sendable {
    /// Bounds of the buckets in seconds. Judging a text takes tens of microseconds, and reading an image takes up to
    /// ten seconds.
    private static let stageBuckets = Buckets(
        seconds: [
            0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
        ])

    // MARK: HTTP

    let connections = MetricFamily<Gauge>("typesafe_http_connections", "Connections that are open.")
    let connectionsOpened = MetricFamily<Counter>(
        "typesafe_http_connections_opened_total", "Connections that were accepted.")
    let connectionsShed: MetricFamily<Counter>
    let refusedMessages = MetricFamily<Counter>(
        "typesafe_http_refused_messages_total",
        "Messages that were no acceptable request, by the answer's status.",
        Label("status", RequestMetrics.statuses))
    let cutAnswers = MetricFamily<Counter>(
        "typesafe_http_cut_answers_total", "Answers whose client went away before it had all of them.")
    let receivedBytes = MetricFamily<Counter>(
        "typesafe_http_received_bytes_total", "Bytes of requests' content.")
    let sentBytes = MetricFamily<Counter>("typesafe_http_sent_bytes_total", "Bytes of answers' content.")

    // MARK: Scans

    let verdicts = MetricFamily<Counter>(
        "typesafe_verdicts_total",
        "Verdicts, by risk, kind of scam and what was judged; unknown is no text.",
        Label("risk", RiskLevel.self), Label("scam_type", ScamType.self), Label("source", VerdictSource.self))
    let stageDuration = MetricFamily<Histogram>(
        "typesafe_scan_stage_duration_seconds",
        "Time that scans took, by the stage: waiting for a worker, decoding, reading, judging.",
        buckets: stageBuckets, Label("stage", ScanStage.self))
    let scanFailures = MetricFamily<Counter>(
        "typesafe_scan_failures_total", "Scans without a verdict, by the reason.",
        Label("reason", ScanFailure.self))
    let queueLength = MetricFamily<Gauge>("typesafe_ocr_queue_length", "Scans that wait for a worker.")
    let workerStates = MetricFamily<Gauge>(
        "typesafe_workers", "Workers that could read (alive), and those of them that do (busy).",
        Label("state", ["alive", "busy"]))
    let workersResident = MetricFamily<Gauge>(
        "typesafe_workers_resident_bytes", "Memory of the worker processes together.")
    let workerRestarts = MetricFamily<Counter>(
        "typesafe_worker_restarts_total", "Worker processes that were lost or replaced, by the reason.",
        Label("why", WorkerExit.allCases.filter { $0 != .stopped }.map(\.rawValue)))
    let workerProtection = MetricFamily<Gauge>(
        "typesafe_worker_protection",
        "1 if this holds every worker, should a picture take it over: see docs/operations.md.",
        Label("protection", WorkerProtection.allCases.map(\.rawValue)))
    let landlockVersion = MetricFamily<Gauge>(
        "typesafe_worker_landlock_version", "Version of Landlock that confines the workers; 0 for none.")
    let sharedImages = MetricFamily<Gauge>(
        "typesafe_shared_images_total", "Images whose lines were read by two workers.", kind: .counter)
    let reloads = MetricFamily<Counter>(
        "typesafe_rules_reloads_total", "Reloads of rules and lexicon, by the outcome.",
        Label("outcome", ReloadOutcome.self))
    let rulesCurrent = MetricFamily<Gauge>(
        "typesafe_rules_current", "1 unless the last reload was refused, so that older rules are in force.")

    let missingTexts = MetricFamily<Gauge>(
        "typesafe_missing_texts", "Texts that a language lacks, so that they are said in English.")

    // MARK: Cache, store, webhooks

    let cacheRequests = MetricFamily<Counter>(
        "typesafe_cache_requests_total",
        "Pictures, by whether their reading was remembered (hit), another scan's (joined), or made (miss).",
        Label("outcome", CacheOutcome.self))
    let cacheBytes = MetricFamily<Gauge>(
        "typesafe_cache_bytes", "Memory of the readings that are remembered.")
    let cacheEntries = MetricFamily<Gauge>("typesafe_cache_entries", "Readings that are remembered.")
    let replayedAnswers = MetricFamily<Gauge>(
        "typesafe_idempotent_replays_total", "Requests that got the answer that their idempotency key had.",
        kind: .counter)
    let jobStates = MetricFamily<Gauge>(
        "typesafe_jobs", "Asynchronous scans that wait, run, or have ended and are kept.",
        Label("state", ["waiting", "running", "kept"]))
    let eventStreams = MetricFamily<Gauge>(
        "typesafe_event_streams", "Streams that tell of asynchronous scans.")
    let sharedWaiting = MetricFamily<Gauge>(
        "typesafe_shared_lag", "Asynchronous scans of all servers that no worker has taken, by the queue.",
        Label("queue", WorkQueueName.self))
    let sharedTaken = MetricFamily<Gauge>(
        "typesafe_shared_taken", "Asynchronous scans of all servers that a worker has, by the queue.",
        Label("queue", WorkQueueName.self))
    let sharedWorkers = MetricFamily<Gauge>(
        "typesafe_shared_workers", "Servers that take asynchronous scans.")
    let sharedReaders = MetricFamily<Gauge>(
        "typesafe_shared_readers", "Pictures that these servers can read at once.")
    let sharedClaims = MetricFamily<Counter>(
        "typesafe_shared_claims_total", "Asynchronous scans that this server took, by the queue.",
        Label("queue", WorkQueueName.self))
    let sharedTakeovers = MetricFamily<Counter>(
        "typesafe_shared_takeovers_total",
        "Asynchronous scans that this server took over from one that was silent, by the queue.",
        Label("queue", WorkQueueName.self))
    let sharedHandedBack = MetricFamily<Counter>(
        "typesafe_shared_handed_back_total", "Asynchronous scans that this server handed back to others.")
    let sharedDeadLetters = MetricFamily<Counter>(
        "typesafe_shared_dead_letters_total", "Asynchronous scans that killed every reader that tried them.")
    let storeOperations = MetricFamily<Counter>(
        "typesafe_store_operations_total",
        "Results that were written, and requests that the store failed.",
        Label("outcome", StoreOutcome.self))
    let storeAvailable = MetricFamily<Gauge>(
        "typesafe_store_available", "1 while results can be stored; 0 where there is no store, or it fails.")
    let storeBytes = MetricFamily<Gauge>("typesafe_store_bytes", "Bytes of the store's files.")
    let sharedCommands = MetricFamily<Gauge>(
        "typesafe_shared_commands_total", "Commands to the Redis server that servers share.", kind: .counter)
    let sharedTrips = MetricFamily<Gauge>(
        "typesafe_shared_round_trips_total", "How often an answer of the shared Redis server was waited for.",
        kind: .counter)
    let feedbackOutcomes = MetricFamily<Counter>(
        "typesafe_feedback_total",
        "Feedback on verdicts that was kept, taken back, or couldn't be kept.",
        Label("outcome", FeedbackOutcome.self))
    let memoryMessages = MetricFamily<Gauge>(
        "typesafe_memory_messages", "Messages that are known again, by who says so.",
        Label("source", ["here", "lists"]))
    let memoryLists = MetricFamily<Gauge>(
        "typesafe_memory_lists", "Lists of known scams, by whether they are used or past their time.",
        Label("state", ["used", "stale"]))
    let memoryFindings = MetricFamily<Counter>(
        "typesafe_memory_findings_total", "Scans that were known again, by the finding.",
        Label("finding", VerdictText.ofMemory.map(\.rawValue)))
    let memoryRepeats = MetricFamily<Counter>(
        "typesafe_memory_repeats_total", "Scans of messages that came before or were confirmed.")
    let webhookDeliveries = MetricFamily<Counter>(
        "typesafe_webhook_deliveries_total",
        "Attempts to deliver webhooks, and webhooks that the full outbox dropped, by the outcome.",
        Label("outcome", WebhookOutcome.self))
    let pushMessages = MetricFamily<Counter>(
        "typesafe_pushes_total", "Messages to followers, by what came of the attempt to send them.",
        Label("outcome", PushResult.self))
    let pushesWaiting = MetricFamily<Gauge>(
        "typesafe_pushes_waiting", "Messages to followers in the outbox.")
    let webhookStates = MetricFamily<Gauge>(
        "typesafe_webhooks", "Webhooks in the outbox: still to be delivered, or given up.",
        Label("state", ["pending", "dead"]))

    // MARK: Callers

    let denials = MetricFamily<Counter>(
        "typesafe_auth_failures_total", "Requests refused for want of a key or a right, by the reason.",
        Label("reason", AccessDenial.self))
    let limitedRequests = MetricFamily<Counter>(
        "typesafe_rate_limited_total",
        "Requests refused as their caller, or all together, went over a limit, by the limit.",
        Label("limit", CallerLimit.self))

    // MARK: Process

    let buildInfo = InfoMetric(
        "typesafe_build_info", "1, with the versions of server, rules and Tesseract.",
        labels: ["version", "rules_version", "tesseract"])
    let startTime = MetricFamily<Gauge>(
        "process_start_time_seconds", "When the process started, in seconds since 1970.")
    let cpuSeconds = MetricFamily<Gauge>(
        "process_cpu_seconds_total", "Processor time of the process, without its workers.", kind: .counter)
    let residentBytes = MetricFamily<Gauge>(
        "process_resident_memory_bytes", "Memory of the process, without its workers.")
    let openDescriptors = MetricFamily<Gauge>("process_open_fds", "Open file descriptors.")
    let maxDescriptors = MetricFamily<Gauge>("process_max_fds", "The limit on open file descriptors.")

    /// All metrics, in the order in which they are written.
    var all: [any Metric] {
        let requests = requests.withLock { $0 }
        return [
            requests.counts, requests.durations, connections, connectionsOpened, connectionsShed,
            refusedMessages,
            cutAnswers, receivedBytes, sentBytes,
            verdicts, stageDuration, scanFailures, queueLength, workerStates, workersResident, workerRestarts,
            workerProtection, landlockVersion,
            sharedImages,
            reloads, rulesCurrent, missingTexts,
            cacheRequests, cacheBytes, cacheEntries, replayedAnswers, jobStates, eventStreams,
            sharedWaiting, sharedTaken, sharedWorkers, sharedReaders, sharedClaims, sharedTakeovers,
            sharedHandedBack, sharedDeadLetters,
            storeOperations, storeAvailable, storeBytes, sharedCommands, sharedTrips, feedbackOutcomes,
            memoryMessages, memoryLists, memoryFindings, memoryRepeats,
            webhookDeliveries, webhookStates, pushMessages, pushesWaiting,
            denials, limitedRequests,
            buildInfo, startTime, cpuSeconds, residentBytes, openDescriptors, maxDescriptors,
        ]
    }

    // MARK: Last hour

    let verdictsOfHour = LastHour<RiskLevel>()
    let failuresOfHour = LastHour<ScanFailure>()
    let restartsOfHour = LastHour<WorkerExit>()

    private let readings = Mutex<[@Sendable (ServiceMetrics) async -> Void]>([])

    /// The metrics of requests. There are no routes until `requests(of:)` is called.
    private let requests = Mutex(RequestMetrics(routes: []))

    /// - Parameter shedReasons: names of the limits by which the HTTP server turns connections away.
    package init(shedReasons: [String]) {
        connectionsShed = MetricFamily(
            "typesafe_http_connections_shed_total",
            "Connections that were turned away with a 503, by the limit.", Label("reason", shedReasons))
        rulesCurrent().set(1)
    }

    /// Creates the metrics of requests for these routes' patterns. Other paths are counted as `-`. It must be called
    /// once.
    package func requests(of routes: [String]) -> RequestMetrics {
        let metrics = RequestMetrics(routes: routes)
        requests.withLock { $0 = metrics }
        return metrics
    }

    package var descriptions: [MetricDescription] { all.map(\.description) }

    /// Adds a closure that sets gauges just before each scrape.
    package func beforeScrape(_ read: @escaping @Sendable (ServiceMetrics) async -> Void) {
        readings.withLock { $0.append(read) }
    }

    /// Sets the gauges that other parts of the program are asked for.
    func readGauges() async {
        for read in readings.withLock({ $0 }) { await read(self) }
    }

    /// Returns the response to a scrape, in Prometheus' text format (`Exposition.contentType`).
    package func exposition() async -> [UInt8] {
        await readGauges()
        readProcess()
        var exposition = Exposition()
        for metric in all { metric.write(to: &exposition) }
        return Array(exposition.text.utf8)
    }

    private func readProcess() {
        let process = ProcessStatistics()
        if let value = process.startTime { startTime().set(value) }
        if let value = process.cpuSeconds { cpuSeconds().set(value) }
        if let value = process.residentBytes { residentBytes().set(value) }
        if let value = process.openDescriptors { openDescriptors().set(value) }
        if let value = process.maxDescriptors { maxDescriptors().set(value) }
    }
}

package struct RequestMetrics: Sendable {
    /// The status codes that the server or a proxy may send. Other codes are counted as `other`.
    static let statuses =
        [
            100, 200, 201, 202, 204, 206, 303, 304, 400, 401, 403, 404, 405, 406, 408, 409, 410, 411, 412,
            413,
            414, 415, 416, 417, 421, 422, 425, 426, 428, 429, 431, 500, 501, 502, 503, 504, 505, 507,
        ].map { "\($0)" } + ["other"]
    private static let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "OTHER"]
    private static let unmatched = "-"

    /// Bounds of the buckets in seconds. A response from memory takes less than a millisecond, and reading an image
    /// takes from a tenth of a second to ten seconds.
    private static let buckets = Buckets(
        seconds: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10])

    let counts: MetricFamily<Counter>
    let durations: MetricFamily<Histogram>

    init(routes: [String]) {
        let route = Label("route", Set(routes).sorted() + [Self.unmatched])
        counts = MetricFamily(
            "typesafe_http_requests_total", "Requests, by route, method and the answer's status.",
            route, Label("method", Self.methods), Label("status", Self.statuses))
        durations = MetricFamily(
            "typesafe_http_request_duration_seconds",
            "Time from a request's head to its answer, its body's arrival included.",
            buckets: Self.buckets, route)
    }

    /// - Parameters:
    ///   - route: the pattern of the route; nil where the path matched no route.
    ///   - duration: time until the response was ready to be sent.
    package func record(route: String?, method: String, status: Int, took duration: Duration) {
        let route = route ?? Self.unmatched
        counts(route, method, "\(status)").add()
        durations(route).observe(duration)
    }
}
