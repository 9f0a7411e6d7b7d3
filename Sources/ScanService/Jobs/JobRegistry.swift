import Concurrency
package import Foundation
package import OCRWorkers
import Scanning
import Synchronization
package import TypeSafeAPI

/// Scans that run without a connection: as many at once as there are readers, the others in turn. Bounded in number, memory
/// and time; what has ended is kept for a while.
package final class JobRegistry: Sendable {
    package struct Limits: Sendable {
        /// That run at once.
        package var running = 2
        /// That wait or run.
        package var unfinished = 128
        /// Of what waits or runs; and again of what has ended and is kept.
        package var bytes = 64 << 20
        /// From its acceptance to its end.
        package var deadline = Duration.seconds(120)
        /// For how long one that has ended is kept.
        package var lifetime = Duration.seconds(600)
        /// Who follow one job.
        package var subscribersOfOne = 16
        /// Who follow any.
        package var subscribers = 256

        package init() {}
    }

    package enum Refusal: Error, Sendable {
        /// Too many jobs, too large ones, or too many who follow them.
        case full
        /// The server is about to stop.
        case stopping
        case unknown
    }

    package struct Counts: Sendable, Equatable {
        package var waiting = 0
        package var running = 0
        package var kept = 0
        package var subscribers = 0
    }

    package typealias Work =
        @Sendable (_ progress: @escaping ScanObserver) async -> Result<ScanResponse, JobFailed>

    private struct Entry {
        let job: Job
        let bytes: Int
        let work: Work
        var task: Task<Void, Never>?
        /// Ends it at its deadline.
        var watch: Task<Void, Never>?
    }

    private struct State {
        var unfinished: [UUID: Entry] = [:]
        var queue: [UUID] = []
        var running = 0
        var bytes = 0
        var subscribers = 0
        var isStopping = false
    }

    package let limits: Limits
    private let ledger: (any JobLedger)?
    private let problem: @Sendable (JobInterruption) -> Problem
    private let ended: ExpiringCache<UUID, Job>
    private let state = Mutex(State())

    /// - Parameters:
    ///   - ledger: nil where a restart forgets all jobs.
    ///   - problem: how the wire has an interruption.
    package init(
        limits: Limits, ledger: (any JobLedger)?,
        problem: @escaping @Sendable (JobInterruption) -> Problem
    ) {
        self.limits = limits
        self.ledger = ledger
        self.problem = problem
        ended = ExpiringCache(capacity: limits.bytes, lifetime: limits.lifetime)
    }

    package var counts: Counts {
        let kept = ended.counts.entries
        return state.withLock { state in
            Counts(
                waiting: state.queue.count, running: state.running, kept: kept,
                subscribers: state.subscribers)
        }
    }

    /// Takes a job. When this returns, the ledger has it.
    /// - Parameters:
    ///   - owner: who may see it; nil for anybody who knows its id.
    ///   - bytes: what its work holds in memory.
    package func submit(
        id: UUID, owner: String?, bytes: Int, work: @escaping Work
    ) async throws(Refusal) -> Job {
        let job = Job(id: id, owner: owner)
        let refusal = state.withLock { state -> Refusal? in
            if state.isStopping { return .stopping }
            guard state.unfinished.count < limits.unfinished, state.bytes + bytes <= limits.bytes else {
                return .full
            }
            state.unfinished[id] = Entry(job: job, bytes: bytes, work: work)
            state.bytes += bytes
            return nil
        }
        if let refusal { throw refusal }
        let life = limits.deadline + limits.lifetime
        await ledger?.add(id, expires: Date(timeIntervalSinceNow: life / .seconds(1)))
        let watch = Task { [weak self, deadline = limits.deadline] in
            guard (try? await Task.sleep(for: deadline)) != nil else { return }
            self?.interrupt(id, .deadlineExceeded(limit: deadline))
        }
        let isGone = state.withLock { state in
            // A server that stops may have ended it meanwhile.
            guard state.unfinished[id] != nil else { return true }
            state.unfinished[id]?.watch = watch
            state.queue.append(id)
            return false
        }
        if isGone { watch.cancel() }
        startNext()
        return job
    }

    /// What is known of a job, also of one that a restart ended.
    package func latest(of id: UUID, owner: String?) async throws(Refusal) -> JobEvent {
        try await find(id, owner).latest
    }

    package func subscribe(to id: UUID, owner: String?) async throws(Refusal) -> JobSubscription {
        let job = try await find(id, owner)
        let isAdmitted = state.withLock { state in
            guard state.subscribers < limits.subscribers, job.admit(limit: limits.subscribersOfOne) else {
                return false
            }
            state.subscribers += 1
            return true
        }
        guard isAdmitted else { throw .full }
        return JobSubscription(job) { [weak self] in
            job.dismiss()
            self?.state.withLock { $0.subscribers -= 1 }
        }
    }

    /// Ends it where it hasn't ended, and forgets it.
    package func cancel(_ id: UUID, owner: String?) async throws(Refusal) {
        _ = try await find(id, owner)
        interrupt(id, .cancelled)
        ended.remove(id)
        await ledger?.remove(id)
    }

    /// Takes no more jobs, lets those it has go on for up to `grace`, and ends what is left.
    package func drain(grace: Duration) async {
        state.withLock { $0.isStopping = true }
        let deadline = ContinuousClock.now + grace
        while ContinuousClock.now < deadline, state.withLock({ !$0.unfinished.isEmpty }) {
            try? await Task.sleep(for: .milliseconds(20))
        }
        for id in state.withLock({ Array($0.unfinished.keys) }) { interrupt(id, .restarted) }
    }

    // MARK: Life

    private func find(_ id: UUID, _ owner: String?) async throws(Refusal) -> Job {
        if let job = state.withLock({ $0.unfinished[id]?.job }) ?? ended.value(for: id) {
            guard job.owner == owner else { throw .unknown }
            return job
        }
        guard let ledger, await ledger.wasTakenBefore(id) else { throw .unknown }
        return Job(id: id, lost: problem(.restarted))
    }

    private func startNext() {
        let next = state.withLock { state -> Entry? in
            guard state.running < limits.running, !state.queue.isEmpty else { return nil }
            guard let entry = state.unfinished[state.queue.removeFirst()] else { return nil }
            state.running += 1
            return entry
        }
        guard let next else { return }
        let id = next.job.id
        let task = Task {
            let result = await next.work { next.job.report($0) }
            self.state.withLock { $0.running -= 1 }
            self.finish(id, with: result)
            self.startNext()
        }
        let isGone = state.withLock { state in
            state.unfinished[id]?.task = task
            return state.unfinished[id] == nil
        }
        // It ended before it could be cancelled.
        if isGone { task.cancel() }
    }

    private func interrupt(_ id: UUID, _ interruption: JobInterruption) {
        let task = state.withLock { $0.unfinished[id]?.task }
        finish(id, with: .failure(JobFailed(problem(interruption))))
        task?.cancel()
    }

    /// The first counts; what a cancelled job's work says afterwards is nobody's.
    private func finish(_ id: UUID, with result: Result<ScanResponse, JobFailed>) {
        guard let job = state.withLock({ $0.unfinished[id]?.job }), job.end(with: result) else { return }
        // It is in one place or the other at any time.
        ended.insert(job, for: id, cost: job.bytes)
        let entry = state.withLock { state -> Entry? in
            guard let entry = state.unfinished.removeValue(forKey: id) else { return nil }
            state.queue.removeAll { $0 == id }
            state.bytes -= entry.bytes
            return entry
        }
        entry?.watch?.cancel()
    }
}
