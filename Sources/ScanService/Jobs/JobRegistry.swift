package import SystemSupport
package import Foundation
package import Scanning
package import Storage
import Synchronization
package import TypeSafeAPI

/// All asynchronous scans. Of each client's, as many run at once as there are workers; the others wait for their turn. Those that
/// run wait for a worker beside other scans. Jobs are bounded in number, memory and time, and each client has its share. A job that
/// has ended is kept for a while.
package final class JobRegistry: Sendable {
    package struct Limits: Sendable {
        /// Number of one client's jobs that run at once. It is the number of workers.
        package var running = 2
        /// Number of jobs that wait or run. Two workers read 128 images in about a minute.
        package var unfinished = 128
        /// Bound, in bytes, on the images of all jobs that wait or run. The results that are kept have the same bound
        /// again.
        package var bytes = 64 << 20
        /// Longest time from a job's acceptance to its end.
        package var deadline = Duration.seconds(120)
        /// How long a job that has ended is kept, so that a phone without a network can ask for it later.
        package var lifetime = Duration.seconds(600)
        /// Number of subscribers of one job. A person's devices count, and so do connections that broke unnoticed.
        package var subscribersOfOne = 16
        /// Number of subscribers of all jobs together. Each holds a connection.
        package var subscribers = 256

        package init() {}
    }

    package typealias Work =
        @Sendable (_ progress: @escaping ScanObserver) async -> Result<ScanResponse, Problem>

    private struct Entry {
        let job: Job
        let client: ClientID
        let bytes: Int
        let work: Work
        var task: Task<Void, Never>?
        var timer: Task<Void, Never>?
    }

    private struct State {
        var unfinished: [UUID: Entry] = [:]
        var queue: [(id: UUID, client: ClientID)] = []
        var running: [ClientID: Int] = [:]
        var isStopping = false
    }

    /// Pause between two checks whether all jobs have ended.
    private static let drainPause = Duration.milliseconds(20)

    package let limits: Limits
    private let store: JobStore?
    private let problem: @Sendable (JobInterruption) -> Problem
    private let ended: ExpiringCache<UUID, Job>
    private let unfinished: FairQuota<ClientID>
    private let bytes: FairQuota<ClientID>
    private let subscribers: FairQuota<ClientID>
    private let state = Mutex(State())

    /// - Parameters:
    ///   - store: records which jobs exist, so that clients learn of a restart; nil where nothing is recorded. A fault
    ///     of the store is logged by the store itself. Its only effect here is that a job is forgotten at a restart.
    ///   - problem: returns the problem details of an interruption.
    package init(
        limits: Limits, store: JobStore?,
        problem: @escaping @Sendable (JobInterruption) -> Problem
    ) {
        self.limits = limits
        self.store = store
        self.problem = problem
        ended = ExpiringCache(capacity: limits.bytes, lifetime: limits.lifetime)
        unfinished = FairQuota(limit: limits.unfinished)
        bytes = FairQuota(limit: limits.bytes)
        subscribers = FairQuota(limit: limits.subscribers)
    }

    package var counts: JobCounts {
        let kept = ended.counts.entries
        return state.withLock { state in
            JobCounts(
                waiting: state.queue.count, running: state.running.values.reduce(0, +), kept: kept,
                subscribers: subscribers.total)
        }
    }

    /// Queues a job. When this returns, the store has recorded that the job exists.
    /// - Parameters:
    ///   - owner: name of the API key whose requests may see the job. With nil, anybody who knows its id may see it.
    ///   - client: the client whose share the job takes.
    ///   - bytes: memory that `work` holds.
    package func submit(
        id: UUID, owner: String?, client: ClientID, bytes: Int, work: @escaping Work
    ) async throws(JobRefusal) -> Job {
        let job = Job(id: id, owner: owner)
        let refusal = state.withLock { state -> JobRefusal? in
            if state.isStopping { return .stopping }
            guard unfinished.take(1, for: client) else { return .full }
            guard self.bytes.take(bytes, for: client) else {
                unfinished.giveBack(1, of: client)
                return .full
            }
            state.unfinished[id] = Entry(job: job, client: client, bytes: bytes, work: work)
            return nil
        }
        if let refusal { throw refusal }
        let life = limits.deadline + limits.lifetime
        try? await store?.add(id, expires: Date(timeIntervalSinceNow: life / .seconds(1)))
        let timer = Task { [weak self, deadline = limits.deadline] in
            guard (try? await Task.sleep(for: deadline)) != nil else { return }
            self?.interrupt(id, .deadlineExceeded(limit: deadline))
        }
        let isGone = state.withLock { state in
            // A server that is stopping may have ended the job while the store recorded it.
            guard state.unfinished[id] != nil else { return true }
            state.unfinished[id]?.timer = timer
            state.queue.append((id, client))
            return false
        }
        if isGone { timer.cancel() }
        startNext()
        return job
    }

    /// Returns a job's latest event. A job that a restart ended has one too.
    package func latest(of id: UUID, owner: String?) async throws(JobRefusal) -> JobEvent {
        try await find(id, owner).latest
    }

    /// - Parameter client: the client whose share of the subscribers is taken.
    package func subscribe(
        to id: UUID, owner: String?, client: ClientID
    ) async throws(JobRefusal) -> JobSubscription {
        let job = try await find(id, owner)
        guard subscribers.take(1, for: client) else { throw .full }
        guard job.addSubscriber(limit: limits.subscribersOfOne) else {
            subscribers.giveBack(1, of: client)
            throw .full
        }
        return JobSubscription(job) { [subscribers] in
            job.removeSubscriber()
            subscribers.giveBack(1, of: client)
        }
    }

    /// Subscribes this server itself, beyond the limits of clients.
    func watch(_ id: UUID, owner: String?) async throws(JobRefusal) -> JobSubscription {
        JobSubscription(try await find(id, owner)) {}
    }

    /// Ends a job, unless it has ended already, and forgets it.
    package func cancel(_ id: UUID, owner: String?) async throws(JobRefusal) {
        _ = try await find(id, owner)
        interrupt(id, .cancelled)
        ended.remove(id)
        try? await store?.remove(id)
    }

    /// Refuses new jobs, lets the present ones continue for up to `grace`, and then ends those that are left.
    package func drain(grace: Duration) async {
        state.withLock { $0.isStopping = true }
        let deadline = ContinuousClock.now + grace
        while ContinuousClock.now < deadline, state.withLock({ !$0.unfinished.isEmpty }) {
            try? await Task.sleep(for: Self.drainPause)
        }
        for id in state.withLock({ Array($0.unfinished.keys) }) { interrupt(id, .restarted) }
    }

    // MARK: Life

    private func find(_ id: UUID, _ owner: String?) async throws(JobRefusal) -> Job {
        if let job = state.withLock({ $0.unfinished[id]?.job }) ?? ended.value(for: id) {
            guard job.owner == owner else { throw .unknown }
            return job
        }
        guard let store, (try? await store.wasTakenBefore(id)) == true else { throw .unknown }
        return Job(id: id, lost: problem(.restarted))
    }

    private func startNext() {
        let next = state.withLock { state -> Entry? in
            let index = state.queue.firstIndex { state.running[$0.client, default: 0] < limits.running }
            guard let index, let entry = state.unfinished[state.queue.remove(at: index).id] else {
                return nil
            }
            state.running[entry.client, default: 0] += 1
            return entry
        }
        guard let next else { return }
        let id = next.job.id
        let task = Task {
            let result = await next.work { next.job.report($0) }
            self.state.withLock { state in
                let running = state.running[next.client, default: 1] - 1
                state.running[next.client] = running > 0 ? running : nil
            }
            self.finish(id, with: result)
            self.startNext()
        }
        let isGone = state.withLock { state in
            state.unfinished[id]?.task = task
            return state.unfinished[id] == nil
        }
        // The job was ended before its task was stored here, so nobody could cancel the task.
        if isGone { task.cancel() }
    }

    private func interrupt(_ id: UUID, _ interruption: JobInterruption) {
        let task = state.withLock { $0.unfinished[id]?.task }
        finish(id, with: .failure(problem(interruption)))
        task?.cancel()
    }

    /// Ends a job, unless it has ended already. The result of a cancelled job's work is dropped.
    private func finish(_ id: UUID, with result: Result<ScanResponse, Problem>) {
        guard let ending = state.withLock({ $0.unfinished[id] }), ending.job.end(with: result) else { return }
        // The job is inserted here before it is removed there, so that a lookup always finds it in one of the two.
        ended.insert(ending.job, for: id, cost: ending.job.bytes, of: ending.client)
        let entry = state.withLock { state -> Entry? in
            guard let entry = state.unfinished.removeValue(forKey: id) else { return nil }
            state.queue.removeAll { $0.id == id }
            return entry
        }
        guard let entry else { return }
        unfinished.giveBack(1, of: entry.client)
        bytes.giveBack(entry.bytes, of: entry.client)
        entry.timer?.cancel()
    }
}
