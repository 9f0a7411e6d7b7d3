import Foundation
import Scanning
import Storage
import Synchronization
import SystemSupport
import TypeSafeAPI

/// Asynchronous scans that any server does which shares a Redis with this one. This is their front side.
final class SharedJobs: ScanJobs {
    private struct State {
        var followed: [UUID: (job: FollowedJob, followers: Int)] = [:]
        var isStopping = false
    }

    /// The share of a job's time that it may spend waiting: with more work ahead, it is refused, and its client comes again.
    private static let longestWait = 0.5
    /// Bounds on `Retry-After`, in seconds.
    private static let retrySeconds = 1...60

    private let records: JobRecords
    private let queue: WorkQueue
    private let load: WorkLoadWatch
    private let subscriber: RedisSubscriber
    private let limits: JobRegistry.Limits
    private let readingNames: @Sendable (ScanRequest) -> [String]
    private let problem: @Sendable (JobInterruption) -> Problem
    private let subscribers: FairQuota<ClientID>
    private let state = Mutex(State())

    /// - Parameter readingNames: under which readings of a scan's pictures may be kept.
    init(
        _ shared: SharedWork, load: WorkLoadWatch, limits: JobRegistry.Limits,
        readingNames: @escaping @Sendable (ScanRequest) -> [String] = { _ in [] },
        problem: @escaping @Sendable (JobInterruption) -> Problem
    ) {
        self.readingNames = readingNames
        records = shared.records
        queue = WorkQueue(shared.records)
        subscriber = shared.subscriber
        self.load = load
        self.limits = limits
        self.problem = problem
        subscribers = FairQuota(limit: limits.subscribers)
    }

    var counts: JobCounts {
        let load = load.latest ?? WorkLoad()
        return JobCounts(
            waiting: load[.interactive].waiting + load[.batch].waiting,
            running: load[.interactive].taken + load[.batch].taken, kept: 0, subscribers: subscribers.total)
    }

    // MARK: Handing in

    func submit(_ order: ScanOrder) async throws(JobRefusal) -> JobEvent {
        if state.withLock({ $0.isStopping }) { throw .stopping }
        let load = try await shared { () throws(RedisError) in try await self.load.current() }
        let most = try mostJobs(of: order, load)
        let isQueued = try await shared { () throws(RedisError) in
            try await queue.handIn(
                order.id, order: JobRecord.encode(JobRecord.Order(owner: order.owner)),
                material: order.material, client: order.account.client.digest, to: order.priority,
                limit: most,
                load: load, readings: readingNames(order.scan))
        }
        guard isQueued else { throw .behind(seconds: retryAfter(load, order.priority)) }
        self.load.wasHandedIn(to: order.priority)
        return JobEvent(ScanJob(scanID: order.id), number: 1)
    }

    /// How many unfinished jobs the order's client may have: no more than there is room for others, and than can be done in time.
    private func mostJobs(of order: ScanOrder, _ load: WorkLoad) throws(JobRefusal) -> Int {
        let unfinished = JobPriority.allCases.reduce(0) { $0 + load[$1].unfinished }
        let free = limits.unfinished * max(1, load.workers) - unfinished
        guard free > 0 else { throw .behind(seconds: retryAfter(load, order.priority)) }
        guard let pace = load.pace, load.readers > 0 else { return free }
        let turn = pace * max(1, load[order.priority].clients) / load.readers
        return Int(max(1, min(Double(free), limits.deadline * Self.longestWait / turn)))
    }

    /// Seconds until a good part of what waits is done.
    private func retryAfter(_ load: WorkLoad, _ priority: JobPriority) -> Int {
        let wait = load.wait(in: priority).map { $0 / 4 / .seconds(1) }
        let seconds = wait.map { Int($0.rounded(.up)) } ?? Self.retrySeconds.upperBound / 10
        return min(max(seconds, Self.retrySeconds.lowerBound), Self.retrySeconds.upperBound)
    }

    // MARK: Asking

    func latest(of id: UUID, owner: String?) async throws(JobRefusal) -> JobEvent {
        let known = try await shared { () throws(RedisError) in
            try await events(of: id, owner: owner, after: 0)
        }
        guard let latest = known?.last else { throw .unknown }
        return latest
    }

    func cancel(_ id: UUID, owner: String?) async throws(JobRefusal) {
        let latest = try await latest(of: id, owner: owner)
        try await shared { () throws(RedisError) in
            let job = ScanJob(scanID: id).ended(with: .failure(problem(.cancelled)))
            let isOpen = !latest.state.isFinal
            guard isOpen, try await end(id, owner: owner, job, isForgotten: true) else {
                return try await records.forget(id)
            }
            try await records.tellOfCancellation()
        }
    }

    /// All events of a job after the given number; nil where the job is unknown to this owner. A job past its deadline is ended by
    /// whoever finds it so.
    private func events(
        of id: UUID, owner: String?, after number: Int
    ) async throws(RedisError) -> [JobEvent]? {
        let known = try await records.state(of: id, after: max(0, number - 1))
        if let outcome = known.outcome {
            guard let (head, json) = JobRecord.decode(JobRecord.Outcome.self, outcome), head.owner == owner
            else {
                return nil
            }
            let last = JobEvent(number: Job.lastNumber, state: head.state, json: Array(json))
            // Who follows a cancelled job hears of it; for all others it never was.
            return head.isForgotten && number == 0 ? nil : [last]
        }
        guard let order = known.order.flatMap({ JobRecord.decode(JobRecord.Order.self, $0)?.head }),
            order.owner == owner
        else { return nil }
        if known.timeLeft == nil {
            let job = ScanJob(scanID: id).ended(
                with: .failure(problem(.deadlineExceeded(limit: limits.deadline))))
            _ = try await end(id, owner: owner, job)
            return try await events(of: id, owner: owner, after: max(1, number))
        }
        let steps = known.progress.compactMap { JobEvent(progress: $0.content, number: $0.number) }
        return number > 0 ? steps : [JobEvent(ScanJob(scanID: id), number: 1)] + steps
    }

    private func end(
        _ id: UUID, owner: String?, _ job: ScanJob, isForgotten: Bool = false
    ) async throws(RedisError) -> Bool {
        let outcome = JobRecord.Outcome(owner: owner, state: job.state, isForgotten: isForgotten)
        return try await records.end(
            id, with: JobRecord.encode(outcome, [JobEvent(job, number: Job.lastNumber).json]))
    }

    // MARK: Following

    func follow(_ id: UUID, owner: String?, client: ClientID) async throws(JobRefusal) -> any JobFollowing {
        try await follow(id, owner, for: client)
    }

    func watch(_ id: UUID, owner: String?) async throws(JobRefusal) -> any JobFollowing {
        try await follow(id, owner, for: nil)
    }

    /// - Parameter client: the client whose share is taken; nil for this server itself, which has no limit.
    private func follow(
        _ id: UUID, _ owner: String?, for client: ClientID?
    ) async throws(JobRefusal) -> any JobFollowing {
        let known = try await shared { () throws(RedisError) in
            try await events(of: id, owner: owner, after: 0)
        }
        guard let known, let first = known.first else { throw .unknown }
        if let client, !subscribers.take(1, for: client) { throw .full }
        let (followed, isNew) = state.withLock { state in
            let (followed, others) =
                state.followed[id] ?? (FollowedJob(Job(id: id, owner: owner, latest: first)), 0)
            guard followed.job.addSubscriber(limit: client == nil ? .max : limits.subscribersOfOne) else {
                return (FollowedJob?.none, false)
            }
            state.followed[id] = (followed, others + 1)
            return (followed, others == 0)
        }
        guard let followed else {
            if let client { subscribers.giveBack(1, of: client) }
            throw .full
        }
        followed.job.add(known)
        if isNew, !first.state.isFinal {
            followed.start(subscriber.signals(of: records.channel(of: id))) { [weak self] number in
                await self?.news(of: id, owner: owner, after: number) ?? .none
            }
        }
        return JobSubscription(followed.job) { [weak self] in
            followed.job.removeSubscriber()
            self?.leave(id, client)
        }
    }

    /// Reads what is new of a job that is followed. One of which nothing is left has ended with Redis' memory.
    private func news(of id: UUID, owner: String?, after number: Int) async -> FollowedJob.News {
        do throws(RedisError) {
            if let events = try await events(of: id, owner: owner, after: number) { return .events(events) }
        } catch {
            return .none
        }
        let lost = ScanJob(scanID: id).ended(with: .failure(problem(.restarted)))
        return .events([JobEvent(lost, number: Job.lastNumber)])
    }

    private func leave(_ id: UUID, _ client: ClientID?) {
        if let client { subscribers.giveBack(1, of: client) }
        state.withLock { state in
            guard let (followed, followers) = state.followed[id] else { return }
            state.followed[id] = followers > 1 ? (followed, followers - 1) : nil
            if followers == 1 { followed.stop() }
        }
    }

    /// Refuses new jobs, and lets those go who follow one: other servers tell them of the rest.
    func drain(grace: Duration) async {
        let followed = state.withLock { state in
            state.isStopping = true
            return state.followed.values.map(\.job.job)
        }
        for job in followed { job.close() }
    }

    private func shared<Value>(
        _ work: () async throws(RedisError) -> Value
    ) async throws(JobRefusal) -> Value {
        do throws(RedisError) { return try await work() } catch { throw .unavailable }
    }
}

/// A job that clients of this server follow and that another server does. Whenever Redis tells of something new, it is read into
/// `job`, from which all of its followers here are told.
final class FollowedJob: Sendable {
    /// What there is to read.
    enum News {
        case events([JobEvent])
        /// Redis can't be reached.
        case none
    }

    /// Pause after a reading that failed. Redis is away then, and clients are told within seconds when it is back.
    private static let retryPause = Duration.milliseconds(500)
    /// Longest time without a reading. A signal that got lost costs no more than this, and the end of a job whose workers are all gone
    /// is noticed as late.
    private static let longestSilence = Duration.seconds(10)

    let job: Job
    private let woken = AutoResetEvent()
    private let tasks = Mutex<[Task<Void, Never>]>([])

    init(_ job: Job) { self.job = job }

    /// - Parameters:
    ///   - signals: tells that there may be something new.
    ///   - read: reads the events after a number.
    func start(_ signals: AsyncStream<Void>, read: @escaping @Sendable (Int) async -> News) {
        let forwarding = Task { [woken] in
            for await _ in signals { woken.set() }
        }
        let reading = Task { [woken, job] in
            var pause = Self.longestSilence
            while true {
                await woken.wait(atMost: pause)
                if Task.isCancelled { return }
                switch await read(job.latest.number) {
                case .events(let events):
                    job.add(events)
                    pause = Self.longestSilence
                    if job.latest.state.isFinal { return }
                case .none: pause = Self.retryPause
                }
            }
        }
        tasks.withLock { $0 = [forwarding, reading] }
    }

    func stop() {
        for task in tasks.withLock({ $0 }) { task.cancel() }
    }
}
