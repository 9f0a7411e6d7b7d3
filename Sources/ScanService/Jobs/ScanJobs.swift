package import Foundation
import Logging
import Scanning
package import Storage
package import SystemSupport
import TypeSafeAPI

/// Asynchronous scans: where they are handed in, asked for, followed and cancelled. `OwnJobs` does them in this process; `SharedJobs`
/// hands them to any server that shares a Redis.
package protocol ScanJobs: Sendable {
    /// Queues a scan. When this returns, a restart doesn't make the scan's id unknown, as far as the engine's settings go.
    /// - Returns: the job's first event.
    func submit(_ order: ScanOrder) async throws(JobRefusal) -> JobEvent

    /// - Parameter owner: name of the API key of the request; nil where the server asks for none.
    func latest(of id: UUID, owner: String?) async throws(JobRefusal) -> JobEvent

    /// - Parameter client: the client whose share of the subscribers is taken.
    func follow(_ id: UUID, owner: String?, client: ClientID) async throws(JobRefusal) -> any JobFollowing

    /// Follows a job for this server itself, which takes no client's share.
    func watch(_ id: UUID, owner: String?) async throws(JobRefusal) -> any JobFollowing

    /// Ends a job, unless it has ended already, and forgets it.
    func cancel(_ id: UUID, owner: String?) async throws(JobRefusal)

    /// Refuses new jobs, and ends what is under way here within `grace`, or hands it to others.
    func drain(grace: Duration) async

    var counts: JobCounts { get }
}

/// A job's events, as one client follows them. Its place among the subscribers is free again when the last reference is gone.
package protocol JobFollowing: Sendable {
    /// The latest event when the client began to follow.
    var latest: JobEvent { get }

    /// Returns the events after the given number. It waits for the first of them, and returns none where the time is over or the
    /// caller was cancelled.
    func events(after number: Int, within limit: Duration) async -> [JobEvent]

    /// Whether this server stops before the job has ended. Another one tells of the rest.
    var isOver: Bool { get }
}

package enum JobRefusal: Error, Sendable, Equatable {
    /// There are too many jobs or subscribers, or their images take too much memory.
    case full
    /// There are more jobs than the workers can do in time.
    /// - Parameter seconds: until enough of them are done, by how long scans take now.
    case behind(seconds: Int)
    case stopping
    case unknown
    /// What the servers share can't be reached.
    case unavailable
}

package struct JobCounts: Sendable, Equatable {
    package var waiting = 0
    package var running = 0
    package var kept = 0
    package var subscribers = 0
}

/// Asynchronous scans that this process does and remembers.
struct OwnJobs: ScanJobs {
    let registry: JobRegistry
    let runner: ScanRunner

    func submit(_ order: ScanOrder) async throws(JobRefusal) -> JobEvent {
        try await registry.submit(
            id: order.id, owner: order.owner, client: order.account.client, bytes: order.bytes
        ) { [runner] progress in
            await runner.run(order, progress: progress)
        }.first
    }

    func latest(of id: UUID, owner: String?) async throws(JobRefusal) -> JobEvent {
        try await registry.latest(of: id, owner: owner)
    }

    func follow(_ id: UUID, owner: String?, client: ClientID) async throws(JobRefusal) -> any JobFollowing {
        try await registry.subscribe(to: id, owner: owner, client: client)
    }

    func watch(_ id: UUID, owner: String?) async throws(JobRefusal) -> any JobFollowing {
        try await registry.watch(id, owner: owner)
    }

    func cancel(_ id: UUID, owner: String?) async throws(JobRefusal) {
        try await registry.cancel(id, owner: owner)
    }

    func drain(grace: Duration) async { await registry.drain(grace: grace) }

    var counts: JobCounts { registry.counts }
}

/// Settings of asynchronous scans, and of requests that are sent again under an idempotency key.
package struct JobOptions: Sendable {
    package var jobs = JobRegistry.Limits()
    /// The store that records which jobs exist. With nil, a restarted server knows nothing of earlier jobs.
    package var store: JobStore?
    /// What is shared with other servers; nil where this one does its asynchronous scans alone.
    package var shared: SharedWork?
    package var role = ServerRole.all
    /// Idempotency keys of all servers; nil where this one is alone.
    package var sharedClaims: ClaimStore?
    /// Longest time that one picture may take to read.
    package var longestScan = Duration.seconds(10)
    /// Silence after which an event stream sends a comment. Proxies close connections that are silent for 30 or 60 seconds.
    package var heartbeat = Duration.seconds(15)
    /// Bytes of the responses that are kept under idempotency keys. A response has 2 to 20 kB.
    package var responseBytes = 8 << 20
    /// How long a response is kept under its idempotency key. Clients stop trying again before that.
    package var responseLifetime = Duration.seconds(600)

    package init() {}
}

extension ScanService {
    /// Makes what does asynchronous scans: this process, or all servers that share a Redis.
    static func makeJobs(
        _ options: JobOptions, _ runner: ScanRunner, _ answers: AnswerTexts, _ metrics: ServiceMetrics,
        _ logger: Logger, _ problem: @escaping @Sendable (ServiceError) -> Problem
    ) -> (any ScanJobs, JobWorker?, WorkLoadWatch?) {
        let interruption: @Sendable (JobInterruption) -> Problem = { problem(.jobEnded($0)) }
        guard let shared = options.shared else {
            let registry = JobRegistry(limits: options.jobs, store: options.store, problem: interruption)
            return (OwnJobs(registry: registry, runner: runner), nil, nil)
        }
        var worker: JobWorker?
        if options.role.takesWork {
            let settings = JobWorker.Settings(
                readers: options.jobs.running, longestScan: options.longestScan)
            worker = JobWorker(
                shared, settings: settings, answers: answers, problem: problem,
                observer: { event in
                    metrics.record(event)
                    guard case .buried(let work) = event else { return }
                    logger.warning(
                        "a scan killed every reader that tried it; it is a dead letter",
                        metadata: ["scan": "\(work.job)", "tries": "\(work.deliveries)"])
                },
                work: { order, progress in
                    await runner.run(order, patience: options.jobs.deadline, progress: progress)
                })
        }
        let load = WorkLoadWatch(shared.records, of: worker)
        metrics.beforeScrape { metrics in metrics.record(load.latest) }
        let jobs = SharedJobs(
            shared, load: load, limits: options.jobs,
            readingNames: { [readings = runner.pipeline.readings] scan in
                readings.sharedKeys(of: scan).map { shared.readings.name($0) }
            }, problem: interruption)
        return (jobs, worker, load)
    }
}

extension ServiceMetrics {
    fileprivate func record(_ event: WorkEvent) {
        switch event {
        case .taken(let priority): workTaken(from: priority.rawValue)
        case .takenOver(let priority): workTakenOver(from: priority.rawValue)
        case .handedBack(let count): workHandedBack(count)
        case .buried: workBuried()
        }
    }

    /// - Parameter load: nil while Redis can't be reached; the gauges stay as they are.
    fileprivate func record(_ load: WorkLoad?) {
        guard let load else { return }
        sharedWork(workers: load.workers, readers: load.readers)
        for (priority, queue) in load.queues {
            sharedQueue(priority.rawValue, waiting: queue.waiting, taken: queue.taken)
        }
    }
}
