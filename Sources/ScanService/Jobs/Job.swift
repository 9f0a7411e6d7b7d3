package import Foundation
import Scanning
import Synchronization
import TypeSafeAPI

/// An asynchronous scan: its events so far, and the subscribers that wait for the next.
package final class Job: Sendable {
    private struct State {
        var latest: ScanJob
        /// All events so far, oldest first. There is always at least one.
        var events: [JobEvent]
        var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var nextWaiter: UInt64 = 0
        var subscribers = 0
        var isClosed = false

        init(_ job: ScanJob, number: Int) {
            self.init(job, JobEvent(job, number: number))
        }

        init(_ job: ScanJob, _ event: JobEvent) {
            latest = job
            events = [event]
        }

        mutating func append(_ job: ScanJob) {
            latest = job
            events.append(JobEvent(job, number: (events.last?.number ?? 0) + 1))
        }

        mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
            defer { waiters = [:] }
            return Array(waiters.values)
        }
    }

    /// Number of the last event of a job that another process knows more of: one that a restart ended, or that servers share. It is
    /// greater than that of every event before: a job has at most one event for each percent.
    static let lastNumber = 1_000

    package let id: UUID
    /// Name of the API key whose requests may see the job. With nil, anybody who knows the job's id may see it.
    let owner: String?
    private let state: Mutex<State>

    init(id: UUID, owner: String?) {
        self.id = id
        self.owner = owner
        state = Mutex(State(ScanJob(scanID: id), number: 1))
    }

    /// Creates a job that ended because the server was restarted.
    init(id: UUID, lost problem: Problem) {
        self.id = id
        owner = nil
        let job = ScanJob(scanID: id).ended(with: .failure(problem))
        state = Mutex(State(job, number: Self.lastNumber))
    }

    /// Creates a job of which another server tells.
    init(id: UUID, owner: String?, latest: JobEvent) {
        self.id = id
        self.owner = owner
        state = Mutex(State(ScanJob(scanID: id), latest))
    }

    package var first: JobEvent {
        state.withLock { $0.events[0] }
    }

    package var latest: JobEvent {
        state.withLock { $0.events[$0.events.count - 1] }
    }

    package func events(after number: Int) -> [JobEvent] {
        state.withLock { $0.events.filter { $0.number > number } }
    }

    /// Bytes of memory that all of the job's events take.
    var bytes: Int { state.withLock { $0.events.reduce(0) { $0 + $1.bytes } } }

    // MARK: Changes

    func report(_ progress: ScanProgress) {
        let waiters = state.withLock { state in
            guard let job = state.latest.advanced(by: progress) else {
                return [CheckedContinuation<Void, Never>]()
            }
            state.append(job)
            return state.takeWaiters()
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Adds the job's last event.
    /// - Returns: false where the job had ended before.
    @discardableResult
    func end(with result: Result<ScanResponse, Problem>) -> Bool {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>]? in
            guard !state.latest.state.isFinal else { return nil }
            state.append(state.latest.ended(with: result))
            return state.takeWaiters()
        }
        for waiter in waiters ?? [] { waiter.resume() }
        return waiters != nil
    }

    /// Adds events that another server told of. Those that are known already change nothing.
    func add(_ events: [JobEvent]) {
        let waiters = state.withLock { state in
            let last = state.events.last?.number ?? 0
            state.events += events.filter { $0.number > last }
            return state.takeWaiters()
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Lets all subscribers go, as this server stops.
    func close() {
        let waiters = state.withLock { state in
            state.isClosed = true
            return state.takeWaiters()
        }
        for waiter in waiters { waiter.resume() }
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    // MARK: Subscribers

    /// Counts a further subscriber.
    /// - Returns: false where the job has `limit` subscribers already.
    func addSubscriber(limit: Int) -> Bool {
        state.withLock { state in
            guard state.subscribers < limit else { return false }
            state.subscribers += 1
            return true
        }
    }

    func removeSubscriber() {
        state.withLock { $0.subscribers -= 1 }
    }

    /// Returns when there is an event after the given number, when the time is over, or when the caller is cancelled.
    func change(after number: Int, within limit: Duration) async {
        let id = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        let timer = Task { [weak self] in
            if (try? await Task.sleep(for: limit)) != nil { self?.wake(id) }
        }
        defer { timer.cancel() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mustWait = state.withLock { state in
                    let isChanged = state.events.contains { $0.number > number }
                    guard !isChanged, !state.isClosed, !Task.isCancelled else { return false }
                    state.waiters[id] = continuation
                    return true
                }
                if !mustWait { continuation.resume() }
            }
        } onCancel: {
            wake(id)
        }
    }

    private func wake(_ id: UInt64) {
        state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
    }
}

/// A client that follows a job. The registry counts a subscription from its creation until it is released.
package final class JobSubscription: JobFollowing {
    package let job: Job
    private let release: @Sendable () -> Void

    init(_ job: Job, release: @escaping @Sendable () -> Void) {
        self.job = job
        self.release = release
    }

    package var latest: JobEvent { job.latest }
    package var isOver: Bool { job.isClosed }

    deinit {
        release()
    }

    package func events(after number: Int, within limit: Duration) async -> [JobEvent] {
        let events = job.events(after: number)
        if !events.isEmpty { return events }
        await job.change(after: number, within: limit)
        return job.events(after: number)
    }
}
